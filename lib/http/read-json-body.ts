import { AppError } from "#lib/core/errors";
import { withBody } from "#lib/http/read-body";

/** SPEC, Limits: JSON mutation body. */
const MAX_JSON_BYTES = 32 * 1024;

function isJsonType(request: Request): boolean {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  return type === "application/json";
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_json", "The body isn't valid JSON.", { cause });
  }
}

/**
 * Reads a JSON body of at most 32 KiB.
 *
 * @param isRequired - when false, a missing or empty body is `undefined`, whatever its type
 * @throws {AppError} unsupported_media_type, body_too_large, invalid_json; the first that applies;
 *   and what {@link withBody} throws
 */
export async function readJsonBody(request: Request, isRequired: boolean): Promise<unknown> {
  const wrongType = () =>
    new AppError(
      "unsupported_media_type",
      "Unsupported content type. Send the body as application/json.",
    );
  if (!isJsonType(request)) {
    if (isRequired) throw wrongType();
    return withBody(request, { maxBytes: 0, tooLarge: wrongType }, () => undefined);
  }
  const tooLarge = () =>
    new AppError(
      "body_too_large",
      `The body is too large. It can be at most ${MAX_JSON_BYTES / 1024} KiB.`,
    );
  return withBody(request, { maxBytes: MAX_JSON_BYTES, tooLarge }, (bytes) =>
    bytes.byteLength === 0 && !isRequired ? undefined : parseJson(bytes),
  );
}
