// Doesn't use packages, because the dashboard's page loads this file.

const KB = 1024;
const MAX_LOGO_KB = 200;
export const MAX_LOGO_BYTES = MAX_LOGO_KB * KB;

export const LOGO_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/webp"];

/** The problems of a logo, to show next to its field. */
export const LOGO_FAULTS = {
  size: `must be at most ${MAX_LOGO_KB} KB`,
  type: "must be a PNG, JPEG, or WebP image",
} as const;

/**
 * Returns the path of a form's logo. It contains the version, so that browsers never show an old logo from their
 * cache.
 */
export function logoPath(publicKey: string, version: string): string {
  return `/f/${publicKey}/logo?v=${version}`;
}

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

/**
 * Returns the types that a form accepts. A form without a list accepts all types, including future
 * ones.
 */
export function toUploadTypes(stored: readonly string[]): UploadType[] {
  return UPLOAD_TYPE_NAMES.filter((type) => stored.length === 0 || stored.includes(type));
}

/** Returns the list to store, which is empty for all types. */
export function toStoredTypes(types: readonly UploadType[]): UploadType[] {
  return UPLOAD_TYPE_NAMES.every((type) => types.includes(type)) ? [] : [...types];
}

/** Returns the extensions of files that a form with this list accepts. */
export function acceptedExtensions(stored: readonly string[]): string[] {
  return toUploadTypes(stored).flatMap((type) => [...UPLOAD_TYPES[type].extensions]);
}
