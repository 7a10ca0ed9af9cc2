import { textOf } from "#components/form/answer-form";
import { OVER } from "#components/form/form-state";
import { type Form, UpdateFormInput } from "#lib/forms/schema";
import { parseInput } from "#lib/http/parse";

/**
 * The form as its settings' page showed it, for the page to send back: so a save touches only what was
 * changed there, and notices what somebody else has changed meanwhile.
 */
export function serializeBase({ name, recipientIds, settings }: Form): string {
  return JSON.stringify({ name, recipientIds, settings });
}

/** @throws {AppError} validation_failed when a browser sends something else */
export function parseBase(data: FormData): UpdateFormInput {
  const text = textOf(data, OVER) || textOf(data, "revision");
  return parseInput(UpdateFormInput, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
