// Without Zod, because pages load this file.

/** A list when the name was repeated. */
type FieldValue = string | readonly string[];

/** Returns a value as the list of its entries. */
export function entriesOf(value: FieldValue): readonly string[] {
  return typeof value === "string" ? [value] : value;
}

/** Returns whether a text has anything but whitespace. */
export function hasContent(text: string): boolean {
  return /\S/.test(text);
}
