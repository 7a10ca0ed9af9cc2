import type { Form, FormSettings, FormSettingsInput } from "#lib/domain/forms/schema";
import type { FormOptions } from "#lib/domain/forms/store";

/** Merges settings member by member, including inside `uploads`. */
export function mergeSettings(current: FormSettings, input: FormSettingsInput): FormSettings {
  return { ...current, ...input, uploads: { ...current.uploads, ...input.uploads } };
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns the members of `input` that its author changed after seeing the form as `seen`; other
 * members keep what others have saved since. `conflicts` are the dotted paths that both changed to
 * different values.
 */
export function findChanges<Input extends Members>(
  current: Members,
  seen: Members,
  input: Input,
): { changes: Partial<Input>; conflicts: string[] } {
  const changes: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [name, wanted] of Object.entries(input)) {
    const [is, was] = [current[name], seen[name]];
    if (isMembers(wanted) && isMembers(is) && isMembers(was)) {
      const inside = findChanges(is, was, wanted);
      if (Object.keys(inside.changes).length > 0) changes[name] = inside.changes;
      conflicts.push(...inside.conflicts.map((path) => `${name}.${path}`));
    } else if (!isSame(wanted, was)) {
      changes[name] = wanted;
      if (!isSame(is, was) && !isSame(is, wanted)) conflicts.push(name);
    }
  }
  return { changes: changes as Partial<Input>, conflicts };
}

/**
 * Serializes the form's settings as they were rendered. They're sent back on save, so that only
 * edited settings change, and conflicting changes are detected.
 */
export function serializeBase(
  { name, recipientIds, settings }: Form,
  options: Partial<FormOptions>,
): string {
  return JSON.stringify({ name, recipientIds, settings, ...options });
}
