import { entriesOf, hasContent } from "#lib/core/characters";
import { formatUtc } from "#lib/core/dates";
import type { FieldPairs } from "#lib/core/fields/fields";
import { isChecked } from "#lib/domain/forms/fields/rules";
import type { KnownField } from "#lib/domain/forms/fields/schema";

/** A submitted field as people read it. */
export type ShownField = { name: string; label: string; values: string[] };

function showValue(value: string, { type, options }: KnownField): string {
  switch (type) {
    case "choice":
    case "choices":
      return options?.find((option) => option.value === value)?.label ?? value;
    case "checkbox":
      return hasContent(value) && isChecked([value]) ? "Yes" : "No";
    case "date": {
      const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
      return Number.isNaN(at) ? value : formatUtc(at, "longDay");
    }
    default:
      return value;
  }
}

/** Returns the label of a field, or its name if the form doesn't have that field. */
export function knownLabel(name: string, known: readonly KnownField[]): string {
  return known.find((field) => field.name === name)?.label ?? name;
}

/**
 * Sorts submitted fields by the form's list, with their labels, followed by the fields that aren't in it, in
 * the order sent. Options are shown by their labels, and dates in a readable format. Pure.
 */
export function showFields(pairs: FieldPairs, known: readonly KnownField[]): ShownField[] {
  const fields = new Map(known.map((field, position) => [field.name, { field, position }]));
  const placeOf = (name: string) => fields.get(name)?.position ?? known.length;
  return pairs
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, value]) => {
      const field = fields.get(name)?.field;
      const values = entriesOf(value).map((text) => (field ? showValue(text, field) : text));
      return { name, label: field?.label ?? name, values };
    });
}
