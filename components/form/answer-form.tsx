import { unstable_rethrow } from "next/navigation";
import { toFieldErrors } from "#components/form/field-errors";
import { type FormState, IDLE, ONCE, OUT_OF_DATE, OVER } from "#components/form/form-state";
import type { AppError } from "#lib/core/errors";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { parseInput } from "#lib/http/parse";
import { toAppError } from "#lib/http/respond";

type Outcome = { message?: string; secret?: string };
type Options = {
  /** Reads the revision that is saved, for who wants to save over it after a conflict. */
  readRevision?: () => Promise<string>;
};

/**
 * Runs an action and turns its refusal into what the form shows: sentences beside the fields, and
 * all that was typed. The edge of the dashboard, as `errorResponse` is the edge of the API.
 *
 * @param data - what was sent; null for a button without a form
 */
export async function answerForm(
  data: FormData | null,
  run: () => Promise<Outcome>,
  { readRevision }: Options = {},
): Promise<FormState> {
  const values = data ? typedValues(data) : {};
  try {
    const outcome = await run();
    return {
      ...IDLE,
      status: "done",
      message: outcome.message ?? null,
      ...(outcome.secret ? { secret: outcome.secret } : {}),
    };
  } catch (failure) {
    unstable_rethrow(failure);
    const error = toAppError(failure, newId());
    const refused = refusal(error, data !== null, values);
    if (error.code !== "revision_conflict" || !readRevision) return refused;
    return { ...refused, conflict: await readRevision() };
  }
}

function refusal(error: AppError, hasFields: boolean, values: FormState["values"]): FormState {
  const fieldErrors = error.details ? toFieldErrors(error.details) : {};
  const isInFields =
    hasFields && error.code === "validation_failed" && Object.keys(fieldErrors).length > 0;
  return {
    status: "refused",
    message: isInFields ? null : toPlainSentence(error),
    fieldErrors,
    values,
    retryAt: error.retryAfterSeconds ? Date.now() + error.retryAfterSeconds * 1000 : null,
    ...(error.code === "session_required" ? { isSignedOut: true } : {}),
  };
}

/** What an error says to a person: without the paths and properties of the API. */
export function toPlainSentence(error: AppError): string {
  switch (error.code) {
    case "validation_failed":
      return OUT_OF_DATE;
    case "duplicate_not_acknowledged":
      return "We can’t confirm that the first email arrived. Reload the page to send it again.";
    default:
      return error.message;
  }
}

/** What goes back into the fields; passwords and keys never travel back. */
function typedValues(data: FormData): FormState["values"] {
  const values: Record<string, string[]> = {};
  for (const [name, value] of data) {
    if (typeof value !== "string" || name.startsWith("$") || /password|secret/i.test(name))
      continue;
    values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

/** The text of a field, empty when it was not sent. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

/** The revision that a form was made of, or the one that its author wants to save over. */
export function revisionOf(data: FormData): string {
  return textOf(data, OVER) || textOf(data, "revision");
}

/**
 * The key of an attempt, of which an `OnceField` sends one along.
 *
 * @throws {AppError} validation_failed
 */
export function onceKeyOf(data: FormData): IdempotencyKey {
  return parseInput(IdempotencyKey, textOf(data, ONCE));
}

/** All texts of the fields that share a name. */
export function textsOf(data: FormData, name: string): string[] {
  return data.getAll(name).filter((value) => typeof value === "string");
}

/** A number where one was typed; otherwise the text itself, for the schema to refuse. */
export function numberOf(data: FormData, name: string): number | string {
  const text = textOf(data, name).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
