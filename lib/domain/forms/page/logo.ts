import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { LOGO_FAULTS, LOGO_TYPES, MAX_LOGO_BYTES } from "#lib/domain/forms/file-rules";

/** An uploaded logo, or what to do with the saved one. */
export type LogoChange = Uint8Array<ArrayBuffer> | "keep" | "remove";

/** Characters of a version: 96 bits of a hash. */
const VERSION_CHARACTERS = 16;

function invalidLogo(fault: keyof typeof LOGO_FAULTS): AppError {
  const message = LOGO_FAULTS[fault];
  return new AppError("validation_failed", `The logo ${message}.`, {
    details: [{ path: "logo", message }],
  });
}

/**
 * Returns the type of an image by its content, ignoring its name and the type that the browser
 * sent.
 */
async function requireLogoType(bytes: Uint8Array): Promise<string> {
  // A file that crashes the sniffer is no image.
  const sniffed = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const type = sniffed?.mime === "image/apng" ? "image/png" : sniffed?.mime;
  if (type === undefined || !LOGO_TYPES.includes(type)) throw invalidLogo("type");
  return type;
}

/**
 * An uploaded logo as it's stored, of a form or of a workspace.
 *
 * @throws {AppError} validation_failed for anything but a PNG, JPEG, or WebP image of at most 200 KB;
 *   uploads_disabled with UPLOAD_FILES=0
 */
export async function readLogo(bytes: Uint8Array<ArrayBuffer>) {
  if (settings().uploadFiles === 0)
    throw new AppError("uploads_disabled", "Uploads are turned off on this server.");
  if (bytes.byteLength > MAX_LOGO_BYTES) throw invalidLogo("size");
  const contentType = await requireLogoType(bytes);
  const hash = createHash("sha256").update(bytes).digest("base64url");
  return { version: hash.slice(0, VERSION_CHARACTERS), contentType, bytes };
}
