import { FetchError } from "#components/shell/fetch-json.ts";

/**
 * Saves the response of a session endpoint to a request whose body no URL may have or could hold.
 *
 * @throws {FetchError}
 */
export async function saveFile(path: string, body: object, name: string): Promise<void> {
  const response = await fetch(`/api/account${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response?.ok) throw new FetchError(response?.status ?? 0);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  // Frees the memory once the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
