import type { Form } from "#lib/forms/schema";

/**
 * The form as its settings were rendered, sent back on save. A save changes only what was edited,
 * and detects conflicting changes.
 */
export function serializeBase({ name, recipientIds, settings }: Form): string {
  return JSON.stringify({ name, recipientIds, settings });
}
