import type { ErrorDetail } from "#lib/core/errors";
import type { Remaining } from "#lib/domain/templates/template-schema";

export type ActionResult<T = ActionOutcome> =
  | { ok: true; value: T }
  | { ok: false; error: ActionError };

export type ActionOutcome = {
  message?: string;
  /** A new secret. It can't be shown again. */
  secret?: string;
  /** A new form that needs more setup before it works like the original. */
  created?: CreatedFromFile;
};

type CreatedFromFile = { id: string; name: string; remaining: Remaining[] };

export type ActionError = {
  /** Null if the errors next to the fields are enough. */
  message: string | null;
  details: readonly ErrorDetail[];
  /** The typed values, by field name, without passwords. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Epoch milliseconds before which a retry is pointless. */
  retryAt: number | null;
  /** The session has ended. Signing in in another tab is enough to retry. */
  isSignedOut?: true;
  /** The last proof of identity is too old. */
  needsProof?: true;
  /** The currently saved revision, because someone else saved first. */
  conflict?: string | null;
};

/** Null until the form is submitted. */
export type FormState = ActionResult | null;
export type FormAction = (state: FormState, data: FormData) => Promise<ActionResult>;

/** An error without a response from the server. */
export function toActionError(message: string): { ok: false; error: ActionError } {
  return { ok: false, error: { message, details: [], values: {}, retryAt: null } };
}

/** Turns a problem into an instruction: most of these fields are empty. Lists have checkboxes. */
function toScreenWords(message: string): string {
  return message
    .replace(/^must have (?=.* (recipients|scope)$)/, "select ")
    .replace(/^must be (?=\d+ to \d+ characters|an email address|a whole number)/, "enter ");
}

/** The first error of each field as a sentence, by its path. Schema messages read "must be …". */
export function toFieldErrors(details: readonly ErrorDetail[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of details) {
    const words = toScreenWords(message);
    errors[path] ??= `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  }
  return errors;
}

/** Button that saves over a conflicting revision. */
export const OVERWRITE = "overwrite";

/** The field with the idempotency key of an attempt. */
export const IDEMPOTENCY_KEY = "idempotencyKey";

/** The message for errors that no field of the page can cause. */
export const OUT_OF_DATE = "This page is out of date. Reload it and try again.";
