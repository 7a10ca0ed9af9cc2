import { createHash } from "node:crypto";
import { entriesOf, hasContent } from "#lib/core/characters";
import { isReservedName } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import { isId } from "#lib/core/ids";
import { hasContainedValues } from "#lib/domain/imports/guess-settings";
import { dateReader } from "#lib/domain/imports/read-date";
import type { RawRecord, RawValue } from "#lib/domain/imports/read-records";
import type { ImportColumn, ImportProblem, ImportSettings } from "#lib/domain/imports/schema";
import { guessColumn, hasApostrophes } from "#lib/domain/imports/services";
import { textBytesOf } from "#lib/domain/intake/fields";
import { MAX_FIELD_ENTRIES, MAX_TEXT_BYTES } from "#lib/domain/intake/limits";

/** A message of a file as it would be stored. */
export type MappedRecord = {
  row: number;
  /** Null if the date can't be read. Then the message is skipped. */
  receivedAt: Date | null;
  isSpam: boolean;
  fields: FieldPairs;
  /**
   * Identifies the same message in another file or run: by its ID there, or by all its cells. SHA-256 in hex.
   */
  key: string;
  /** The message's ID in an export of this service, or null. */
  ownId: string | null;
  problems: ImportProblem[];
};

const SPAM_VALUES = /^(true|t|1|yes|y|x|spam|junk|ja|oui|si|sí)$/i;
/**
 * The apostrophe with which Flamingo and this service guard a cell that a spreadsheet would run as a
 * formula.
 */
const GUARDED_FORMULA = /^'(?=[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r\n])/u;

type Column = Omit<ImportColumn, "column">;

/**
 * Returns a function that finds the columns of a file by name, including those that only some
 * messages have.
 */
function columnFinder(settings: ImportSettings): (column: string) => Column {
  const known = new Map<string, Column>(settings.columns.map((column) => [column.column, column]));
  const hasContained = hasContainedValues(settings.source, [...known.keys()]);
  return (column) => {
    const found = known.get(column) ?? {
      ...guessColumn(settings.source, column, { hasContained }),
      isList: false,
    };
    // A column that only later messages have can be a field or be left out: the other uses are decided
    // for the whole file.
    if (known.has(column)) return found;
    const use = found.use === "field" || found.use === "fields" ? found.use : "drop";
    return { ...found, use };
  };
}

function digestOf(parts: unknown): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Adds values to a field; a name that's repeated has a list. */
function addValues(fields: Map<string, string[]>, name: string, values: readonly string[]): void {
  const filled = values.filter(hasContent);
  if (filled.length === 0 || isReservedName(name)) return;
  fields.set(name, [...(fields.get(name) ?? []), ...filled]);
}

/** Reads the members of a JSON object in a cell; null if it isn't one. */
function readFields(text: string): [string, string[]][] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return Object.entries(value).map(([name, member]) => [
      name,
      (Array.isArray(member) ? member : [member]).map((entry) =>
        typeof entry === "object" ? JSON.stringify(entry) : String(entry),
      ),
    ]);
  } catch {
    return null;
  }
}

/**
 * Returns a function that converts a file's messages to ours. Pure.
 *
 * @param times - `fallback`: when messages were received if the file has no dates; `now`: none is from after it
 */
export function recordMapper(settings: ImportSettings, times: { fallback: Date; now: Date }) {
  const columnOf = columnFinder(settings);
  const readDate = dateReader(settings.dateFormat, settings.timeZone);
  const isGuarded = hasApostrophes(settings.source);
  const hasDates = settings.columns.some(({ use }) => use === "date");

  function clean(text: string): string {
    const whole = text.replaceAll("\u0000", "").toWellFormed().replaceAll("\r\n", "\n");
    return isGuarded ? whole.replace(GUARDED_FORMULA, "") : whole;
  }

  function valuesOf(value: RawValue, isList: boolean): string[] {
    if (typeof value !== "string") return value.map(clean);
    const text = clean(value);
    if (!isList) return [text];
    return text.split(settings.listSeparator).map((part) => part.trim());
  }

  return (record: RawRecord): MappedRecord => {
    const problems: ImportProblem[] = [];
    const note = (column: string | null, message: string, skipped = true) =>
      problems.push({ row: record.row, column, message, skipped });
    const fields = new Map<string, string[]>();
    let id = "";
    let isSpam = false;
    let at: number | null = hasDates ? null : times.fallback.getTime();
    let isDated = false;
    for (const [column, value] of record.cells) {
      const { use, name, isList } = columnOf(column);
      const text = entriesOf(value).join(" ").trim();
      if (use === "field") addValues(fields, clean(name) || "field", valuesOf(value, isList));
      else if (use === "id") id = text;
      else if (use === "spam") isSpam = SPAM_VALUES.test(text);
      else if (use === "date") {
        isDated = true;
        at = readDate(text);
        if (at === null)
          note(
            column,
            text === ""
              ? "The date is missing."
              : "This date can't be read. Check the date format.",
          );
        else if (at > times.now.getTime())
          note(column, "This date is in the future. Check the date format and time zone.");
      } else if (use === "fields" && text !== "") {
        const members = readFields(text);
        if (!members) note(column, "This cell should have a JSON object.");
        for (const [member, values] of members ?? [])
          addValues(fields, clean(member) || "field", values.map(clean));
      }
    }
    if (record.problem !== null) note(null, record.problem);
    else if (hasDates && !isDated) note(null, "The date is missing.");
    const pairs = toPairs(fields);
    checkSize(pairs, record, note);
    return {
      row: record.row,
      receivedAt: at === null ? null : new Date(at),
      isSpam,
      fields: pairs,
      key: id === "" ? digestOf(["row", record.cells]) : digestOf(["id", settings.source, id]),
      ownId: settings.source === "form_intake" && isId(id) ? id : null,
      problems,
    };
  };
}

function toPairs(fields: ReadonlyMap<string, string[]>): FieldPairs {
  return [...fields].map(([name, values]) => [
    name,
    values.length === 1 ? (values[0] ?? "") : values,
  ]);
}

function checkSize(
  fields: FieldPairs,
  { problem }: RawRecord,
  note: (column: string | null, message: string, skipped?: boolean) => void,
): void {
  if (problem !== null) return;
  const entries = fields.reduce((sum, [, value]) => sum + entriesOf(value).length, 0);
  if (entries === 0) note(null, "This message has no values.");
  else if (entries > MAX_FIELD_ENTRIES)
    note(null, `This message has ${entries} values. A message can have ${MAX_FIELD_ENTRIES}.`);
  else if (textBytesOf(fields) > MAX_TEXT_BYTES) note(null, "This message is larger than 256 KB.");
  const hasLost = ([, value]: FieldPairs[number]) =>
    entriesOf(value).some((text) => text.includes("\ufffd"));
  const lost = fields.find(hasLost);
  if (lost) note(lost[0], "Some characters can't be read. Check the file's encoding.", false);
}
