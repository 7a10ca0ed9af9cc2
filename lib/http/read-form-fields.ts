import { AppError } from "#lib/core/errors";
import { withBody } from "#lib/http/read-body";

/**
 * The fields of a small urlencoded body.
 *
 * @throws {AppError} unsupported_media_type, body_too_large, and what {@link withBody} throws
 */
export async function readFormFields(
  request: Request,
  maxBytes = 32 * 1024,
): Promise<URLSearchParams> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new AppError(
      "unsupported_media_type",
      "Unsupported content type. Submit this page's form in a browser.",
    );
  const tooLarge = () =>
    new AppError(
      "body_too_large",
      `This form is too large. It can be at most ${maxBytes / 1024} KiB.`,
    );
  return withBody(
    request,
    { maxBytes, tooLarge },
    (bytes) => new URLSearchParams(new TextDecoder().decode(bytes)),
  );
}
