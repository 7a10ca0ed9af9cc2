// Without Zod, because the settings page loads this file.

/** The types of files that a form can accept, and the extensions of each. */
export const UPLOAD_TYPES = {
  images: { label: "Images", extensions: ["png", "jpg", "jpeg", "gif", "webp", "heic"] },
  pdf: { label: "PDF", extensions: ["pdf"] },
  documents: { label: "Documents", extensions: ["doc", "docx", "odt", "rtf"] },
  spreadsheets: { label: "Spreadsheets", extensions: ["xls", "xlsx", "ods", "csv"] },
  presentations: { label: "Presentations", extensions: ["ppt", "pptx"] },
  text: { label: "Plain text", extensions: ["txt"] },
  archives: { label: "Archives", extensions: ["zip"] },
} as const satisfies Record<string, { label: string; extensions: readonly string[] }>;

export type UploadType = keyof typeof UPLOAD_TYPES;

export const UPLOAD_TYPE_NAMES = Object.keys(UPLOAD_TYPES) as UploadType[];

/** The types that a form accepts. A form without a list accepts all, and those that are added later. */
export function toUploadTypes(stored: readonly string[]): UploadType[] {
  return UPLOAD_TYPE_NAMES.filter((type) => stored.length === 0 || stored.includes(type));
}

/** The list to store: none for all types. */
export function toStoredTypes(types: readonly UploadType[]): UploadType[] {
  return UPLOAD_TYPE_NAMES.every((type) => types.includes(type)) ? [] : [...types];
}

/** The extensions of files that a form with this list accepts. */
export function acceptedExtensions(stored: readonly string[]): string[] {
  return toUploadTypes(stored).flatMap((type) => [...UPLOAD_TYPES[type].extensions]);
}
