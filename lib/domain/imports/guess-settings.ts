import type { SenderField } from "#lib/core/fields/sender";
import { guessDelimiter } from "#lib/domain/imports/read-csv";
import { dateReader, guessDates } from "#lib/domain/imports/read-date";
import type { FileLayout, RawRecord } from "#lib/domain/imports/read-records";
import type { ImportColumn, ImportSettings, ImportSettingsInput } from "#lib/domain/imports/schema";
import {
  guessColumn,
  guessSource,
  isInContainer,
  isUtcSource,
  separatorOf,
} from "#lib/domain/imports/services";
import type { Encoding, Source } from "#lib/domain/imports/sources";

/** A form's field as far as guesses need it. */
type KnownField = SenderField & { label: string };

/** The values of a column in the first messages. */
type Samples = ReadonlyMap<string, readonly string[]>;

function isDecodable(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Guesses the encoding of a file from its first bytes. Pure. */
function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 400);
  const nulls = (parity: number) =>
    start.reduce((sum, byte, at) => sum + (byte === 0 && at % 2 === parity ? 1 : 0), 0);
  if (nulls(1) > start.length / 4) return "utf-16le";
  if (nulls(0) > start.length / 4) return "utf-16be";
  return isDecodable(bytes, "utf-8") ? "utf-8" : "windows-1252";
}

/** Guesses how to read a file from its name and first bytes. Pure. */
export function guessLayout(
  bytes: Uint8Array,
  filename: string,
  given: ImportSettingsInput,
): FileLayout {
  const encoding = given.encoding ?? guessEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const isNamedCsv = /\.(csv|tsv|txt)$/i.test(filename);
  const isJson = !isNamedCsv && /^\s*[[{]/.test(text);
  if (isJson) return { format: "json", encoding, delimiter: null };
  return { format: "csv", encoding, delimiter: given.delimiter ?? guessDelimiter(text) };
}

/**
 * Collects the columns of messages in the order in which they first appear, with their first
 * values.
 */
function collectSamples(records: readonly RawRecord[]): Map<string, string[]> {
  const samples = new Map<string, string[]>();
  for (const { cells } of records)
    for (const [column, value] of cells) {
      const values = samples.get(column) ?? [];
      samples.set(column, values);
      const text = typeof value === "string" ? value : value.join(", ");
      if (text.trim() !== "") values.push(text);
    }
  return samples;
}

function isDateColumn(values: readonly string[] = []): boolean {
  if (values.length === 0 || !values.every((text) => /\d.*\D.*\d/.test(text))) return false;
  const { format } = guessDates(values);
  const read = dateReader(format, "UTC");
  return values.every((text) => read(text) !== null);
}

const fold = (text: string) => text.trim().toLowerCase();

/** Finds the field of the form whose name or label matches a column. */
function findKnown(known: readonly KnownField[], name: string): KnownField | undefined {
  const wanted = fold(name);
  return known.find((field) => fold(field.name) === wanted || fold(field.label) === wanted);
}

/**
 * Returns whether a service's export separates the visitor's values from its own data about the
 * message.
 */
export function hasContainedValues(source: Source, columns: readonly string[]): boolean {
  return columns.some((column) => isInContainer(source, column) || fold(column) === "fields_json");
}

function guessColumns(
  settings: Pick<ImportSettings, "source" | "listSeparator">,
  samples: Samples,
  known: readonly KnownField[],
): ImportColumn[] {
  const { source, listSeparator } = settings;
  const names = [...samples.keys()];
  const hasContained = hasContainedValues(source, names);
  const guesses = names.map((column) => guessColumn(source, column));
  const dated = names.filter((column) => isDateColumn(samples.get(column)));
  const hasDate = guesses.some(({ use }) => use === "date");
  const onlyDate = hasDate ? undefined : source === "flamingo" ? names.at(-1) : dated[0];
  const used = new Set<string>();
  return names.map((column) => {
    const { use, name } = guessColumn(source, column, {
      hasContained,
      isOnlyDate: column === onlyDate,
    });
    const isOnce = use === "date" || use === "id" || use === "spam";
    const isTaken = isOnce && used.has(use);
    used.add(use);
    const field = findKnown(known, name);
    const isList =
      field?.type === "choices" ||
      column.endsWith("[]") ||
      (listSeparator === "|" && (samples.get(column) ?? []).some((text) => text.includes("|")));
    return { column, use: isTaken ? "drop" : use, name: field?.name ?? name, isList };
  });
}

export type Guesses = {
  settings: ImportSettings;
  samples: Samples;
  /** The values of the date column. */
  dates: readonly string[];
  isDateAmbiguous: boolean;
  hasTimeZones: boolean;
};

/**
 * Guesses the settings of a file from its first messages, except the given ones. Pure.
 *
 * @param known - the fields of the form
 */
export function guessSettings(
  layout: FileLayout,
  records: readonly RawRecord[],
  known: readonly KnownField[],
  given: ImportSettingsInput,
): Guesses {
  const samples = collectSamples(records);
  const hasOffsets = (column: string) => {
    const values = samples.get(column) ?? [];
    return isDateColumn(values) && guessDates(values).hasZones;
  };
  const source = given.source ?? guessSource([...samples.keys()], hasOffsets);
  const listSeparator = given.listSeparator ?? separatorOf(source);
  const changed = new Map((given.columns ?? []).map((column) => [column.column, column]));
  const guessed = guessColumns({ source, listSeparator }, samples, known);
  const own = guessed.map((column) => changed.get(column.column) ?? column);
  // Columns that don't occur at the beginning of the file.
  const later = [...changed.values()].filter(({ column }) => !samples.has(column));
  const columns = [...own, ...later];
  const dateColumn = columns.find(({ use }) => use === "date")?.column;
  const dates = (dateColumn === undefined ? undefined : samples.get(dateColumn)) ?? [];
  const { format, isAmbiguous, hasZones } = guessDates(dates);
  return {
    settings: {
      ...layout,
      source,
      dateFormat: given.dateFormat ?? format,
      timeZone: given.timeZone ?? "UTC",
      listSeparator,
      columns,
    },
    samples,
    dates,
    isDateAmbiguous: isAmbiguous && given.dateFormat === undefined,
    hasTimeZones: hasZones || (isUtcSource(source) && (given.timeZone ?? "UTC") === "UTC"),
  };
}
