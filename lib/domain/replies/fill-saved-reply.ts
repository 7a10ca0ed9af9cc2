// Doesn't use Zod, because the inbox loads this file.
import { entriesOf, hasContent, toPlainBlock } from "#lib/core/characters";

type Value = string | readonly string[];

/** The values of a saved reply's placeholders. */
export type SavedReplyValues = {
  /** The sender's name; null if it isn't known. */
  name: string | null;
  /** The form's name. */
  form: string;
  /** The form's fields, both submitted and empty ones. If a name repeats, the first one is used. */
  fields: readonly { name: string; label?: string | undefined; value: Value }[];
};

/** The data of an opened message in the inbox. */
type OpenedMessage = {
  message: { formName: string };
  fields: readonly (readonly [name: string, value: Value])[];
  known: readonly { name: string; label: string }[];
  sender: { name: string | null };
};

/**
 * Returns the values for a reply to a message, with its form's labels. Fields that the visitor left out are
 * empty.
 */
export function valuesOfMessage({
  message,
  fields,
  known,
  sender,
}: OpenedMessage): SavedReplyValues {
  const labels = new Map(known.map(({ name, label }) => [name, label]));
  const submitted = fields.map(([name, value]) => ({ name, label: labels.get(name), value }));
  const leftOut = known.map((field) => ({ ...field, value: "" }));
  return { name: sender.name, form: message.formName, fields: [...submitted, ...leftOut] };
}

/** A name in two pairs of braces. */
const PLACEHOLDER = /\{\{([^{}\n]{1,200})\}\}/g;

const fold = (name: string) => name.trim().normalize("NFC").toLowerCase();

/**
 * Returns the values by folded placeholder. `name` and `form` take precedence over fields, and names of
 * fields over labels.
 */
function readValues({ name, form, fields }: SavedReplyValues): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>([
    ["name", name ?? ""],
    ["form", form],
  ]);
  const add = (key: string, value: Value) => {
    if (!values.has(fold(key))) values.set(fold(key), value);
  };
  for (const field of fields) add(field.name, field.value);
  for (const { label = "", value } of fields) add(label, value);
  return values;
}

const isSpace = (character: string | undefined) => character === " " || character === "\t";

/** Removes spaces from the end of `text`, and a comma before them. */
function cutEnd(text: string): string {
  let end = text.length;
  while (isSpace(text[end - 1])) end -= 1;
  return text.slice(0, text[end - 1] === "," ? end - 1 : end);
}

/** Removes a comma from the start of `text`, and the spaces after it. */
function cutStart(text: string): string {
  let start = text[0] === "," ? 1 : 0;
  while (isSpace(text[start])) start += 1;
  return text.slice(start);
}

/**
 * Fills the placeholders of a saved reply in one pass: placeholders within a value aren't filled. A placeholder is a
 * name in double braces, ignoring case: `name`, `form`, or a field's name or label. A list becomes "a, b". An unknown
 * placeholder is left as typed. One with an empty value is removed, with the spaces and the comma before it, or at the
 * start of a line with those after it: "Hello {{name}}," becomes "Hello,".
 */
export function fillSavedReply(text: string, given: SavedReplyValues): string {
  const values = readValues(given);
  let filled = "";
  /** The typed text since the last value. */
  let typed = "";
  let end = 0;
  let isCut = false;
  const read = (until: number) => {
    const next = text.slice(end, until);
    typed += isCut ? cutStart(next) : next;
    isCut = false;
  };
  for (const found of text.matchAll(PLACEHOLDER)) {
    const value = values.get(fold(found[1] ?? ""));
    if (value === undefined) continue;
    read(found.index);
    end = found.index + found[0].length;
    const shown = toPlainBlock(entriesOf(value).filter(hasContent).join(", "));
    if (shown === "") {
      typed = cutEnd(typed);
      isCut = `${filled}${typed}` === "" || typed.endsWith("\n");
    } else {
      filled += typed + shown;
      typed = "";
    }
  }
  read(text.length);
  return filled + typed;
}
