// Without packages, because the dashboard's page loads this file.

const KB = 1024;
const MAX_LOGO_KB = 200;
export const MAX_LOGO_BYTES = MAX_LOGO_KB * KB;

/** The content types of logos. */
export const LOGO_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/webp"];

/** What's wrong with a logo, as it's shown at its field. */
export const LOGO_FAULTS = {
  size: `must be at most ${MAX_LOGO_KB} KB`,
  type: "must be a PNG, JPEG, or WebP image",
} as const;

/**
 * The address of a form's logo. The version makes a changed logo a new address, so that no browser shows an old one.
 */
export function logoPath(publicKey: string, version: string): string {
  return `/f/${publicKey}/logo?v=${version}`;
}
