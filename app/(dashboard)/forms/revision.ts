import { revisionOf } from "#components/form/server-action";
import { type Form, UpdateFormInput } from "#lib/forms/schema";
import { parseInput } from "#lib/http/parse";

/**
 * The form as the settings page rendered it, sent back on save. A save changes only what was
 * edited, and detects conflicting changes.
 */
export function serializeBase({ name, recipientIds, settings }: Form): string {
  return JSON.stringify({ name, recipientIds, settings });
}

/** @throws {AppError} validation_failed */
export function parseBase(data: FormData): UpdateFormInput {
  return parseInput(UpdateFormInput, parsed(revisionOf(data)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
