import type { FormSettings, FormSettingsInput } from "#lib/forms/schema";

/** Merges member by member, also inside `uploads` (SPEC, endpoint 5). */
export function mergeSettings(current: FormSettings, input: FormSettingsInput): FormSettings {
  return { ...current, ...input, uploads: { ...current.uploads, ...input.uploads } };
}
