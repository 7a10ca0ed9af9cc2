import { z } from "zod";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import { type HttpRequest, mediaTypeOf } from "#lib/entry/http/http-types";
import { withBody } from "#lib/entry/http/read-body";

/** Deeper than any schema. Schemas reject deeper values anyway. */
const MAX_DEPTH = 8;
export const MAX_JSON_BYTES = 32 * 1024;

const NOUNS: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** Returns the message about a wrong type, for schemas that have none of their own. */
function describeType(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "invalid_type" ? `must be ${NOUNS[issue.expected]}` : undefined;
}

function toMessage(issue: z.core.$ZodIssue): string {
  const isTypeWrong = issue.code === "invalid_type" || issue.code === "invalid_value";
  if (isTypeWrong && issue.path.length === 0) return "must be a JSON object";
  return isTypeWrong && issue.input === undefined ? "is required" : issue.message;
}

function toDetails(issues: readonly z.core.$ZodIssue[]): ErrorDetail[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        path: [...path, key].join("."),
        message: "isn't recognized",
      }));
    return [{ path: path.join("."), message: toMessage(issue) }];
  });
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** Finds the paths of text that PostgreSQL can't store: NUL characters and lone surrogates. */
function findUnstorable(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return isStorable(value) ? [] : [path.join(".")];
  if (typeof value !== "object" || value === null || path.length === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const at = [...path, key];
    return isStorable(key) ? findUnstorable(member, at) : [at.join(".")];
  });
}

export function invalidInput(details: ErrorDetail[]): AppError {
  const first = details[0];
  const where = first?.path ? `${first.path} ${first.message}` : `it ${first?.message}`;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  return new AppError("validation_failed", `Invalid request: ${where}${more}.`, {
    details,
  });
}

/**
 * Parses input of any origin; all failures are reported together.
 *
 * @throws {AppError} validation_failed with `details`
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { reportInput: true, error: describeType });
  const details = result.success ? [] : toDetails(result.error.issues);
  const known = new Set(details.map(({ path }) => path));
  for (const path of new Set(findUnstorable(input)).difference(known))
    details.push({ path, message: "contains a character that can't be stored" });
  if (!result.success || details.length > 0) throw invalidInput(details);
  return result.data;
}

/**
 * Parses query parameters by name. One that is unknown or repeated is invalid: a misspelled filter would
 * select everything.
 *
 * @throws {AppError} validation_failed with `details`
 */
export function parseQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): z.output<S> {
  const names = [...new Set(query.keys())];
  const repeated = names.filter((name) => query.getAll(name).length > 1);
  if (repeated.length > 0)
    throw invalidInput(repeated.map((path) => ({ path, message: "must not be repeated" })));
  return parseInput(schema.strict(), Object.fromEntries(query)) as z.output<S>;
}

/** @throws {AppError} invalid_json */
export function parseJson(bytes: Uint8Array, message = "The body isn't valid JSON."): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_json", message, { cause });
  }
}

/**
 * Reads a JSON body.
 *
 * @param maxBytes - most bodies have at most 32 KiB
 * @param isRequired - when false, a missing or empty body is `undefined`, regardless of its Content-Type
 * @throws {AppError} unsupported_media_type, body_too_large, invalid_json; the first that applies;
 *   and what {@link withBody} throws
 */
async function readJsonBody(
  request: HttpRequest,
  isRequired: boolean,
  maxBytes: number,
): Promise<unknown> {
  const wrongType = () =>
    new AppError(
      "unsupported_media_type",
      "Unsupported content type. Send the body as application/json.",
    );
  if (mediaTypeOf(request.headers) !== "application/json") {
    if (isRequired) throw wrongType();
    return withBody(request, { maxBytes: 0, tooLarge: wrongType }, () => undefined);
  }
  const tooLarge = () =>
    new AppError(
      "body_too_large",
      `The body is too large. It can be at most ${maxBytes / 1024} KiB.`,
    );
  return withBody(request, { maxBytes, tooLarge }, (bytes) =>
    bytes.byteLength === 0 && !isRequired ? undefined : parseJson(bytes),
  );
}

const NoBody = z.strictObject({});

/**
 * Parses the body sent to an endpoint; a missing body counts as `{}`.
 *
 * @throws {AppError} validation_failed
 */
export function parseBodyValue({ body }: { body?: z.ZodType }, sent: unknown): unknown {
  return parseInput(body ?? NoBody, sent === undefined ? {} : sent);
}

/**
 * Reads and parses the body that an endpoint declares. If it declares none, or an optional one, a
 * missing or empty body counts as `{}`.
 *
 * @throws {AppError} unsupported_media_type, body_too_large, invalid_json, validation_failed
 */
export async function parseBody(
  endpoint: { body?: z.ZodType; isBodyOptional?: boolean; maxBodyBytes?: number },
  request: HttpRequest,
): Promise<unknown> {
  const isRequired = endpoint.body !== undefined && endpoint.isBodyOptional !== true;
  return parseBodyValue(
    endpoint,
    await readJsonBody(request, isRequired, endpoint.maxBodyBytes ?? MAX_JSON_BYTES),
  );
}
