import { AppError } from "#lib/core/errors";
import { MAX_JSON_BYTES, readBytes } from "#lib/http/read-json-body";

/**
 * One field of a small urlencoded body, or null when it is not there.
 *
 * @throws {AppError} unsupported_media_type, body_too_large
 */
export async function readFormField(request: Request, name: string): Promise<string | null> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new AppError("unsupported_media_type", "Send the form as a browser sends it.");
  const tooMany = new AppError("body_too_large", "This form carries too much.");
  const bytes = await readBytes(request, MAX_JSON_BYTES, tooMany);
  return new URLSearchParams(new TextDecoder().decode(bytes)).get(name);
}
