import { AppError } from "#lib/core/errors";
import { type ClosedReason, findClosedReason } from "#lib/domain/forms/options/open-state";
import type { OpenForm } from "#lib/domain/intake/open-form";

const MESSAGES: Readonly<Record<ClosedReason, string>> = {
  early: "This form isn't open yet.",
  over: "This form is closed.",
  full: "This form is closed: it has no room for more submissions.",
};

/**
 * Thrown when the form isn't open. Visitors read the owner's own text, or ours in their language.
 */
export class FormClosed extends AppError {
  readonly reason: ClosedReason;
  readonly closedText: string | null;

  constructor(reason: ClosedReason, closedText: string | null) {
    super("form_closed", closedText ?? MESSAGES[reason]);
    this.reason = reason;
    this.closedText = closedText;
  }
}

/** Returns the error for a form that isn't open at this moment, or null. */
export function findClosed({ options }: Pick<OpenForm, "options">, now: Date): FormClosed | null {
  const reason = findClosedReason(options, now.getTime());
  return reason && new FormClosed(reason, options.closedText);
}
