import { entriesOf } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { foldForSearch, VALUE_SEPARATOR } from "#lib/core/text";

/**
 * Makes the text to search: every value, case-folded.
 *
 * @param written - what colleagues have written about the submission
 */
export function makeSearchText(fields: FieldPairs, written: readonly string[] = []): string {
  const values = fields.flatMap(([, value]) => entriesOf(value));
  return [...values, ...written].map(foldForSearch).join(VALUE_SEPARATOR);
}
