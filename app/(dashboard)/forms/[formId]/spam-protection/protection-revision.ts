import { z } from "zod";
import { serializeBase } from "#lib/forms/rules";
import { type Form, UpdateFormInput } from "#lib/forms/schema";
import { parseInput } from "#lib/http/parse";
import { serializeWords } from "#lib/spam/protection";

const Seen = z.strictObject({ form: UpdateFormInput, words: z.string() });

/** The settings and words as they were rendered, sent back on save, so that changes of others aren't overwritten. */
export function serializeProtection(form: Form, words: readonly string[]): string {
  return `{"form":${serializeBase(form)},"words":${JSON.stringify(serializeWords(words))}}`;
}

/** @throws {AppError} validation_failed */
export function parseProtection(text: string): z.output<typeof Seen> {
  return parseInput(Seen, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
