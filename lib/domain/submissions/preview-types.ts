/**
 * Stored types that browsers show without running code with the page's origin. SVG isn't among them, because it's
 * a document.
 */
const KINDS: ReadonlyMap<string, "image" | "pdf"> = new Map([
  ["image/png", "image"],
  ["image/jpeg", "image"],
  ["image/gif", "image"],
  ["image/webp", "image"],
  ["application/pdf", "pdf"],
]);

/**
 * Returns the kind of a file's preview, by its type, which intake checked against the content; null if it has
 * none.
 */
export function previewKind(contentType: string): "image" | "pdf" | null {
  return KINDS.get(contentType) ?? null;
}
