import { z } from "zod";
import { type HttpRequest, queryOf } from "#lib/entry/http/http-types";
import { invalidInput, parseBody, parseQuery } from "#lib/entry/http/parse";

const NO_QUERY = z.object({});

/** Headers that make a change conditional. No resource here has an ETag to compare with. */
const CONDITIONS = ["If-Match", "If-None-Match", "If-Unmodified-Since"];

/**
 * Rejects conditional changes: if a condition can't be checked, the change must not happen.
 *
 * @throws {AppError} validation_failed
 */
function rejectConditions({ headers }: HttpRequest): void {
  const details = CONDITIONS.filter((name) => headers.has(name.toLowerCase())).map((path) => ({
    path,
    message: "isn't supported. Leave out the header",
  }));
  if (details.length > 0) throw invalidInput(details);
}

type Input = {
  query?: z.ZodObject;
  body?: z.ZodType;
  isBodyOptional?: boolean;
  maxBodyBytes?: number;
};

/**
 * Reads and checks a request's input for an endpoint.
 *
 * @throws {AppError} validation_failed, and what {@link parseBody} throws
 */
export async function readInput(endpoint: Input, request: HttpRequest) {
  const isRead = request.method === "GET";
  const body = isRead ? undefined : await parseBody(endpoint, request);
  if (!isRead) rejectConditions(request);
  const query = parseQuery(endpoint.query ?? NO_QUERY, queryOf(request));
  return { body, query };
}
