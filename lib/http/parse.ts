import type { z } from "zod";
import { AppError, type ErrorDetail } from "#lib/core/errors";

function toDetails(issues: readonly z.core.$ZodIssue[]): ErrorDetail[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        path: [...path, key].join("."),
        message: "is not a property that is known here",
      }));
    return [{ path: path.join("."), message: issue.message }];
  });
}

/** Text that PostgreSQL cannot keep: NUL characters and halves of surrogate pairs. */
function findUnstorable(value: unknown, path: string[]): string[] | null {
  if (typeof value === "string")
    return value.includes("\u0000") || !value.isWellFormed() ? path : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = findUnstorable(key, [...path, key]) ?? findUnstorable(member, [...path, key]);
    if (found) return found;
  }
  return null;
}

function refuse(details: ErrorDetail[]): AppError {
  const first = details[0];
  const where = first?.path ? `${first.path} ${first.message}` : (first?.message ?? "is not valid");
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  return new AppError("validation_failed", `The request is not valid: ${where}${more}.`, {
    details,
  });
}

/**
 * Parses input of any origin; all failures are reported together.
 *
 * @throws {AppError} validation_failed with `details`
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw refuse(toDetails(result.error.issues));
  const unstorable = findUnstorable(result.data, []);
  if (unstorable)
    throw refuse([
      { path: unstorable.join("."), message: "contains a character that cannot be stored" },
    ]);
  return result.data;
}

/** Query parameters by name; one that is given twice is refused, for nobody could say which counts. */
export function parseQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): z.output<S> {
  const known = Object.keys(schema.shape);
  const repeated = known.filter((name) => query.getAll(name).length > 1);
  if (repeated.length > 0)
    throw refuse(repeated.map((path) => ({ path, message: "is given more than once" })));
  const given = known.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return parseInput(schema, Object.fromEntries(given));
}
