import { OVERWRITE } from "#components/form/action-result";
import { textOf } from "#components/form/server-action";
import { type Form, UpdateFormInput } from "#lib/forms/schema";
import { parseInput } from "#lib/http/parse";
import type { Turnstile } from "#lib/turnstile/schema";

/**
 * The form as the settings page rendered it, sent back on save. A save changes only what was
 * edited, and detects conflicting changes.
 */
export function serializeBase({ name, recipientIds, settings }: Form): string {
  return JSON.stringify({ name, recipientIds, settings });
}

/** @throws {AppError} validation_failed */
export function parseBase(data: FormData): UpdateFormInput {
  const text = textOf(data, OVERWRITE) || textOf(data, "revision");
  return parseInput(UpdateFormInput, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const NONE = "none";

/** The widget’s revision, to detect conflicting saves. */
export function toWidgetRevision(widget: Turnstile | null): string {
  return widget ? String(widget.updatedAt) : NONE;
}

/** When the widget of that revision was saved; null for none. */
export function widgetRevisionTime(revision: string): number | null {
  return revision === NONE ? null : Number(revision);
}
