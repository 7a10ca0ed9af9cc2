import { AppError } from "#lib/core/errors";

/** SPEC, Limits: JSON mutation body. */
export const MAX_JSON_BYTES = 32 * 1024;

/** The body's bytes, counted as they stream in; the rest is left unread once there are too many. */
export async function readBytes(
  request: Request,
  maxBytes: number,
  tooMany: AppError,
): Promise<Buffer> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooMany;
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    const reader = request.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        // Cancelling would cut the connection before the answer is out; unread bytes are dropped with it.
        reader.releaseLock();
        throw tooMany;
      }
      chunks.push(value);
    }
  }
  return Buffer.concat(chunks);
}

function isJsonType(request: Request): boolean {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  return type === "application/json";
}

/**
 * Reads a JSON body of at most 32 KiB.
 *
 * @param isRequired - when false, a missing or empty body is `undefined`, whatever its type
 * @throws {AppError} unsupported_media_type, body_too_large, invalid_json; the first that applies
 */
export async function readJsonBody(request: Request, isRequired: boolean): Promise<unknown> {
  const wrongType = new AppError("unsupported_media_type", "Send the body as application/json.");
  if (!isJsonType(request)) {
    if (isRequired) throw wrongType;
    await readBytes(request, 0, wrongType);
    return undefined;
  }
  const limit = `The body may have at most ${MAX_JSON_BYTES / 1024} KiB.`;
  const bytes = await readBytes(request, MAX_JSON_BYTES, new AppError("body_too_large", limit));
  if (bytes.byteLength === 0 && !isRequired) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_json", "The body is not valid JSON.", { cause });
  }
}
