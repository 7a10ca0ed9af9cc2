import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { MAX_TEXT_BYTES, maxMultipartBytes } from "#lib/domain/intake/limits";
import { type HttpHeaders, mediaTypeOf } from "#lib/entry/http/http-types";

/** `text` is `text/plain`, which a form with that `enctype` sends. */
export type BodyKind = "json" | "urlencoded" | "multipart" | "text";

const KINDS: Readonly<Record<string, BodyKind>> = {
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

function unsupportedType(): AppError {
  return new AppError(
    "unsupported_media_type",
    "Unsupported content type. Send the form as multipart/form-data, application/x-www-form-urlencoded, text/plain, or a JSON object.",
  );
}

/**
 * Checks the headers that describe the body.
 *
 * @throws {AppError} unsupported_media_type for another type or a Content-Encoding; submission_too_large when
 *   the declared size is over 256 KiB, or UPLOAD_LIMIT_MB for multipart
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
  const type = {
    kind,
    boundary: kind === "multipart" ? parameterOf(header, "boundary") : null,
    /** The declared charset, or null. It may be unknown or wrong. */
    charset: parameterOf(header, "charset"),
    /** The languages that the browser prefers, which help to guess the charset. */
    acceptLanguage: headers.get("accept-language"),
    maxBytes: kind === "multipart" ? maxMultipartBytes() : MAX_TEXT_BYTES,
  };
  if (Number(headers.get("content-length") ?? 0) > type.maxBytes) throw tooLarge(type.kind);
  return type;
}

export type ContentType = ReturnType<typeof readContentType>;

export function tooLarge(kind: BodyKind): AppError {
  return new AppError(
    "submission_too_large",
    kind === "multipart"
      ? `The submission is too large. With files, it can be at most ${settings().uploadLimitMb} MiB in total.`
      : "The submission is too large. Without files, it can be at most 256 KiB.",
  );
}
