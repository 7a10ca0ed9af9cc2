/** Stored types that browsers show without running anything of the page's origin. Not SVG, which is a document. */
const KINDS: ReadonlyMap<string, "image" | "pdf"> = new Map([
  ["image/png", "image"],
  ["image/jpeg", "image"],
  ["image/gif", "image"],
  ["image/webp", "image"],
  ["application/pdf", "pdf"],
]);

/** The kind of a file's preview, by the type that its content was checked for at intake; null if it has none. */
export function previewKind(contentType: string): "image" | "pdf" | null {
  return KINDS.get(contentType) ?? null;
}
