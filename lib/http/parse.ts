import { z } from "zod";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import { readJsonBody } from "#lib/http/read-json-body";

/** Deeper than any schema goes: what lies below is refused by the schema anyway. */
const MAX_DEPTH = 8;

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
        message: "isn't a known property",
      }));
    return [{ path: path.join("."), message: toMessage(issue) }];
  });
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** Where text stands that PostgreSQL cannot keep: NUL characters and halves of surrogate pairs. */
function findUnstorable(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return isStorable(value) ? [] : [path.join(".")];
  if (typeof value !== "object" || value === null || path.length === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const at = [...path, key];
    return isStorable(key) ? findUnstorable(member, at) : [at.join(".")];
  });
}

function refuse(details: ErrorDetail[]): AppError {
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
  const result = schema.safeParse(input, { reportInput: true });
  const details = result.success ? [] : toDetails(result.error.issues);
  const known = new Set(details.map(({ path }) => path));
  for (const path of new Set(findUnstorable(input)).difference(known))
    details.push({ path, message: "contains a character that can't be stored" });
  if (!result.success || details.length > 0) throw refuse(details);
  return result.data;
}

/** Query parameters by name; one that is given twice is refused, for nobody could say which counts. */
export function parseQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): z.output<S> {
  const known = Object.keys(schema.shape);
  const repeated = known.filter((name) => query.getAll(name).length > 1);
  if (repeated.length > 0)
    throw refuse(repeated.map((path) => ({ path, message: "must not be repeated" })));
  const given = known.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return parseInput(schema, Object.fromEntries(given));
}

const NoBody = z.strictObject({});

/**
 * Reads and parses the body that an endpoint declares. One that declares none, or an optional one,
 * takes a missing or empty body for `{}` (CONTRACT section 2).
 *
 * @throws {AppError} unsupported_media_type, body_too_large, invalid_json, validation_failed
 */
export async function parseBody(
  endpoint: { body?: z.ZodType; isBodyOptional?: boolean },
  request: Request,
): Promise<unknown> {
  const isRequired = endpoint.body !== undefined && endpoint.isBodyOptional !== true;
  const sent = await readJsonBody(request, isRequired);
  return parseInput(endpoint.body ?? NoBody, sent === undefined ? {} : sent);
}
