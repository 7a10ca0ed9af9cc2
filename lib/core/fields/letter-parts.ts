import type { FieldPairs } from "#lib/core/fields/fields";
import type { FoundSender } from "#lib/core/fields/sender";

/** Common names of the field for the message itself. */
const BODY_NAMES: ReadonlySet<string> = new Set([
  "message",
  "comment",
  "comments",
  "body",
  "text",
  "description",
  "details",
  "feedback",
  "question",
  "inquiry",
  "enquiry",
]);

/** A text of this many characters, or of several lines, is a message, regardless of its field's name. */
const LONG = 60;

type Body = { name: string; text: string };

/** A form's own field, as far as it shows what is written into it. */
export type LetterField = { name: string; type: string };

/** Finds the longest text if it's long, or else the one in a field that is named like a message, or made for one. */
function findBody(fields: FieldPairs, known: readonly LetterField[]): Body | null {
  const texts = fields.flatMap(([name, value]): Body[] =>
    typeof value === "string" && value.trim() !== "" ? [{ name, text: value }] : [],
  );
  const [longest] = texts.toSorted((one, other) => other.text.length - one.text.length);
  if (longest && (longest.text.length >= LONG || /\S\s*[\r\n]\s*\S/.test(longest.text)))
    return longest;
  const isMadeForText = ({ name }: Body) =>
    known.some((field) => field.name === name && field.type === "long_text");
  return texts.find(({ name }) => isBodyName(name)) ?? texts.find(isMadeForText) ?? null;
}

/** Returns whether a field is named like a message, so that its name adds no information. */
export function isBodyName(name: string): boolean {
  return BODY_NAMES.has(name.toLowerCase());
}

function isSame(value: FieldPairs[number][1], text: string | null): boolean {
  return typeof value === "string" && value.trim() === text;
}

/**
 * Splits the fields below a head into the body, and the others in order without those of the head.
 *
 * @param known - the form's own fields
 */
export function letterParts(
  fields: FieldPairs,
  sender: FoundSender,
  known: readonly LetterField[],
): { body: Body | null; others: FieldPairs } {
  const named = fields.find(([, value]) => isSame(value, sender.name));
  const rest = fields.filter((field) => field !== named && !isSame(field[1], sender.email));
  const body = findBody(rest, known);
  return { body, others: rest.filter(([name]) => name !== body?.name) };
}
