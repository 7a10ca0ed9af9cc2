import type { Form, FormSettings, FormSettingsInput } from "#lib/domain/forms/schema";
import type { FormOptions } from "#lib/domain/forms/store";

/** Merges member by member, including inside `uploads`. */
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
 * The members of `input` that its author changed since they saw the form as `seen`; other members keep
 * what others have saved since. `conflicts` are the dotted paths that both changed, differently.
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
 * The form as its settings were rendered, sent back on save. A save changes only edited settings,
 * and detects conflicting changes.
 */
export function serializeBase(
  { name, recipientIds, settings }: Form,
  options: Partial<FormOptions>,
): string {
  return JSON.stringify({ name, recipientIds, settings, ...options });
}
