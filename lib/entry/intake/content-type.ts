import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { MAX_TEXT_BYTES, maxMultipartBytes } from "#lib/domain/intake/limits";
import { type HttpHeaders, mediaTypeOf } from "#lib/entry/http/http-types";

export type BodyKind = "json" | "urlencoded" | "multipart";

/** `text` is `text/plain`, which must turn out to be JSON. */
type DeclaredKind = BodyKind | "text";

const KINDS: Readonly<Record<string, DeclaredKind>> = {
  "application/json": "json",
  "application/x-www-form-urlencoded": "urlencoded",
  "multipart/form-data": "multipart",
  "text/plain": "text",
};

/** A parameter of a media type, such as `charset` or `boundary`, or null. */
export function parameterOf(header: string, name: string): string | null {
  if (!header.includes(";")) return null;
  const pattern = new RegExp(`;\\s*${name}=(?:"([^"]{1,200})"|([^\\s;"]{1,200}))`, "i");
  const [, quoted, token] = pattern.exec(header) ?? [];
  return quoted ?? token ?? null;
}

export function unsupportedType(): AppError {
  return new AppError(
    "unsupported_media_type",
    "Unsupported content type. Send the form as multipart/form-data, application/x-www-form-urlencoded, or a JSON object.",
  );
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Text, and whether every byte fits the encoding; bytes that don't are U+FFFD in `text`. */
export type DecodedText = { text: string; isExact: boolean };

export function decodeText(bytes: Uint8Array, encoding: string): DecodedText {
  try {
    const decoder =
      encoding === "utf-8" ? utf8 : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(bytes), isExact: true };
  } catch {
    const lenient = new TextDecoder(encoding, { ignoreBOM: true });
    return { text: lenient.decode(bytes), isExact: false };
  }
}

/**
 * The WHATWG name of a character encoding by any of its labels (`latin1` is `windows-1252`).
 *
 * @throws {AppError} unsupported_media_type for a label that the Encoding standard doesn't know
 */
export function requireEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch (cause) {
    throw new AppError(
      "unsupported_media_type",
      "The declared charset isn't supported. Send the form as UTF-8.",
      { cause },
    );
  }
}

/**
 * Checks the headers that describe the body.
 *
 * @throws {AppError} unsupported_media_type for another type, a Content-Encoding or an unknown
 *   charset; submission_too_large when the declared size is over 256 KiB, or UPLOAD_LIMIT_MB for multipart
 */
export function readContentType(headers: HttpHeaders) {
  const kind = KINDS[mediaTypeOf(headers)];
  if (kind === undefined) throw unsupportedType();
  const contentEncoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (contentEncoding !== "" && contentEncoding !== "identity")
    throw new AppError(
      "unsupported_media_type",
      "Compressed bodies aren't supported. Remove the Content-Encoding header and send the body uncompressed.",
    );
  const header = headers.get("content-type") ?? "";
  const charset = parameterOf(header, "charset");
  const type = {
    kind,
    boundary: kind === "multipart" ? parameterOf(header, "boundary") : null,
    /** By its WHATWG name; null when none is declared. */
    encoding: charset === null ? null : requireEncoding(charset),
    maxBytes: kind === "multipart" ? maxMultipartBytes() : MAX_TEXT_BYTES,
  };
  if (Number(headers.get("content-length") ?? 0) > type.maxBytes) throw tooLarge(type.kind);
  return type;
}

export type ContentType = ReturnType<typeof readContentType>;

export function tooLarge(kind: DeclaredKind): AppError {
  return new AppError(
    "submission_too_large",
    kind === "multipart"
      ? `The submission is too large. With files, it can be at most ${settings().uploadLimitMb} MiB in total.`
      : "The submission is too large. Without files, it can be at most 256 KiB.",
  );
}
