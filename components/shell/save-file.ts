/** Saves a file that a script has fetched, as a download does. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Frees the memory once the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
