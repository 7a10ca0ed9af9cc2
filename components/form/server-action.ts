import { unstable_rethrow } from "next/navigation";
import { after } from "next/server";
import type { z } from "zod";
import {
  type ActionError,
  type ActionResult,
  IDEMPOTENCY_KEY,
  OUT_OF_DATE,
  OVERWRITE,
} from "#components/form/action-result.ts";
import type { Context } from "#lib/core/context";
import { type AppError, notFound } from "#lib/core/errors";
import { IdempotencyKey, isId, newId } from "#lib/core/ids";
import { drainAfter } from "#lib/domain/deliveries/drain-trigger";
import type { LogoChange } from "#lib/domain/forms/page/logo";
import { requireActionContext } from "#lib/entry/account/current-session";
import { parseInput } from "#lib/entry/http/parse";
import { toAppError } from "#lib/entry/http/respond";

/**
 * Runs the body of a server action and turns errors into a result, like `errorResponse` for the
 * API. Deliveries that it queues are sent after the response.
 *
 * @param data - the submitted form; null for a button without one
 * @param readRevision - reads the revision that is saved now, for a user who wants to overwrite it
 */
export async function actionResult<T>(
  data: FormData | null,
  run: () => Promise<T>,
  readRevision?: () => Promise<string | null>,
): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await drainAfter(after, run) };
  } catch (failure) {
    unstable_rethrow(failure);
    const appError = toAppError(failure, newId());
    const error = describeFailure(appError, data);
    if (appError.code !== "revision_conflict" || !readRevision) return { ok: false, error };
    return { ok: false, error: { ...error, conflict: await readRevision() } };
  }
}

/** Runs an action of the signed-in member, once origin and session have been checked. */
export function authenticatedAction<T>(
  data: FormData | null,
  run: (ctx: Context) => Promise<T>,
): Promise<ActionResult<T>> {
  return actionResult(data, async () => run(await requireActionContext()));
}

function describeFailure(error: AppError, data: FormData | null): ActionError {
  const details = error.details ?? [];
  const isInFields = data !== null && error.code === "validation_failed" && details.length > 0;
  return {
    message: isInFields ? null : toPlainSentence(error),
    details,
    values: data ? typedValues(data) : {},
    retryAt: error.retryAfterSeconds ? Date.now() + error.retryAfterSeconds * 1000 : null,
    ...(error.code === "session_required" ? { isSignedOut: true } : {}),
    ...(error.code === "reauthentication_required" ? { needsProof: true } : {}),
  };
}

/** An error without the paths and properties of the API. */
function toPlainSentence(error: AppError): string {
  switch (error.code) {
    case "validation_failed":
      return OUT_OF_DATE;
    case "duplicate_not_acknowledged":
      return "We can’t confirm that the first email arrived. Reload the page to send it again.";
    default:
      return error.message;
  }
}

/** Returns the typed values. Passwords and keys never go back to the browser. */
function typedValues(data: FormData): ActionError["values"] {
  const values: Record<string, string[]> = {};
  for (const [name, value] of data) {
    if (typeof value !== "string" || name.startsWith("$") || /password|secret/i.test(name))
      continue;
    values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

/** Returns the text of a field; empty if it's missing. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

export function textsOf(data: FormData, name: string): string[] {
  return data.getAll(name).filter((value) => typeof value === "string");
}

/** Parses the text fields that a schema names. @throws {AppError} validation_failed */
export function parseFields<S extends z.ZodObject>(schema: S, data: FormData): z.output<S> {
  const given = Object.keys(schema.shape).map((name) => [name, textOf(data, name)]);
  return parseInput(schema, Object.fromEntries(given));
}

/** Returns a number if one was typed, else the text, which the schema rejects. */
export function numberOf(data: FormData, name: string): number | string {
  const text = textOf(data, name).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Returns the revision the form was rendered from, or the one the user decided to overwrite. */
export function revisionOf(data: FormData): string {
  return textOf(data, data.has(OVERWRITE) ? OVERWRITE : "revision");
}

/**
 * Returns the key of this attempt, from an `IdempotencyField`. @throws {AppError} validation_failed
 */
export function idempotencyKeyOf(data: FormData): IdempotencyKey {
  return parseInput(IdempotencyKey, textOf(data, IDEMPOTENCY_KEY));
}

/** Checks an ID that a browser sends to an action. @throws {AppError} not_found */
export function checkedId(id: unknown): string {
  if (typeof id !== "string" || !isId(id)) throw notFound();
  return id;
}

/**
 * Returns the change of a logo: the selected file; without one, it's removed if the box is checked.
 */
export async function logoOf(data: FormData): Promise<LogoChange> {
  const file = data.get("logo");
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  return data.has("remove") ? "remove" : "keep";
}
