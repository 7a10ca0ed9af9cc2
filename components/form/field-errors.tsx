import type { ErrorDetail } from "#lib/core/errors";

/** A message of a schema ("must be …") as a sentence that stands at its field. */
function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** The first error of each field, by its path. */
export function toFieldErrors(details: readonly ErrorDetail[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of details) errors[path] ??= toSentence(message);
  return errors;
}
