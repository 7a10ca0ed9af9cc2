import { AppError } from "#lib/core/errors";
import { withBody } from "#lib/http/read-body";
import { MAX_JSON_BYTES } from "#lib/http/read-json-body";

/**
 * One field of a small urlencoded body, or null when it is not there.
 *
 * @throws {AppError} unsupported_media_type, body_too_large, and what {@link withBody} throws
 */
export async function readFormField(request: Request, name: string): Promise<string | null> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new AppError("unsupported_media_type", "Send the form as a browser sends it.");
  const tooLarge = () => new AppError("body_too_large", "This form carries too much.");
  return withBody(request, { maxBytes: MAX_JSON_BYTES, tooLarge }, (bytes) =>
    new URLSearchParams(new TextDecoder().decode(bytes)).get(name),
  );
}
