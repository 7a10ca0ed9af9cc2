import { z } from "zod";
import { serializeBase } from "#lib/forms/rules";
import { type Form, UpdateFormInput } from "#lib/forms/schema";
import { serializeWords } from "#lib/spam/protection";

export const SeenProtection = z.strictObject({ form: UpdateFormInput, words: z.string() });

/** The settings and words as they were rendered, sent back on save, so that changes of others aren't overwritten. */
export function serializeProtection(form: Form, words: readonly string[]): string {
  return `{"form":${serializeBase(form)},"words":${JSON.stringify(serializeWords(words))}}`;
}
