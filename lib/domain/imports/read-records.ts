import { CsvReader, ImportFault, MAX_COLUMNS } from "#lib/domain/imports/read-csv";
import { JsonReader } from "#lib/domain/imports/read-json";
import type { ImportSettings } from "#lib/domain/imports/schema";

/** A value from the file. It's a list only if JSON has one. */
export type RawValue = string | readonly string[];

/** A message as the file has it: its place, and its columns in order. */
export type RawRecord = {
  row: number;
  cells: readonly (readonly [column: string, value: RawValue])[];
  /** The reason that the record can't be read, or null. */
  problem: string | null;
};

/** The settings for reading a file, without those for its columns. */
export type FileLayout = Pick<ImportSettings, "format" | "encoding" | "delimiter">;

/** The maximum number of levels of nested objects that become columns. Deeper ones stay JSON. */
const MAX_DEPTH = 3;
const MAX_COLUMN_NAME = 1_000;

/**
 * Reads the messages of a file piece by piece, so that only a few are in memory.
 *
 * @param isWhole - false for the beginning of a file, whose last message may be incomplete
 * @throws {ImportFault} where it can't be read on
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  layout: FileLayout,
  isWhole = true,
): AsyncGenerator<RawRecord[]> {
  const decoder = new TextDecoder(layout.encoding);
  const reader = layout.format === "csv" ? new CsvRecords(layout) : new JsonRecords();
  for await (const chunk of chunks) yield [...reader.read(decoder.decode(chunk, { stream: true }))];
  if (!isWhole) return;
  yield [...reader.read(decoder.decode())];
  yield [...reader.end()];
}

/** Gives each column a unique name: `Column 3` for a blank one, and ` (2)` after a repeated one. */
function nameColumns(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((given, index) => {
    const name = cleanName(given) || `Column ${index + 1}`;
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}

/** Removes characters that can't be stored. */
function cleanName(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed().trim().slice(0, MAX_COLUMN_NAME);
}

class CsvRecords {
  private readonly reader: CsvReader;
  private header: string[] | null = null;
  private row = 0;

  constructor({ delimiter }: FileLayout) {
    this.reader = new CsvReader(delimiter ?? ",");
  }

  *read(text: string): Generator<RawRecord> {
    for (const record of this.reader.read(text)) yield* this.take(record.cells, null);
  }

  *end(): Generator<RawRecord> {
    for (const { cells, isUnclosed } of this.reader.end())
      yield* this.take(cells, isUnclosed ? "A quotation mark in this row is never closed." : null);
    if (this.header === null) throw new ImportFault("The file is empty.");
  }

  private *take(cells: string[], problem: string | null): Generator<RawRecord> {
    if (this.header === null) {
      this.header = nameColumns(cells);
      return;
    }
    const { header } = this;
    this.row += 1;
    const isTooWide = cells.slice(header.length).some((cell) => cell.trim() !== "");
    yield {
      row: this.row,
      cells: header.map((column, index) => [column, cells[index] ?? ""] as const),
      problem:
        problem ??
        (isTooWide
          ? `This row has ${cells.length} cells, but the first row names ${header.length}.`
          : null),
    };
  }
}

class JsonRecords {
  private readonly reader = new JsonReader();
  private row = 0;

  *read(text: string): Generator<RawRecord> {
    for (const value of this.reader.read(text)) {
      this.row += 1;
      yield { row: this.row, ...flattenRecord(value) };
    }
  }

  end(): RawRecord[] {
    this.reader.end();
    return [];
  }
}

/**
 * Turns the members of an object into columns, and those of a nested object into columns like
 * `data.email`.
 */
function flattenRecord(record: unknown): Pick<RawRecord, "cells" | "problem"> {
  const cells: [string, RawValue][] = [];
  const add = (value: unknown, path: string, depth: number) => {
    if (cells.length > MAX_COLUMNS) return;
    if (isPlainObject(value) && depth < MAX_DEPTH) {
      for (const [key, member] of Object.entries(value))
        add(member, path === "" ? cleanName(key) : `${path}.${cleanName(key)}`, depth + 1);
      return;
    }
    cells.push([path, Array.isArray(value) ? value.map(toText) : toText(value)]);
  };
  add(record, "", 0);
  const isTooWide = cells.length > MAX_COLUMNS;
  return {
    cells: isTooWide ? [] : cells,
    problem: isTooWide ? "This message has more than 1,000 values." : null,
  };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return String(value);
  // Files and choices are often objects with one readable text.
  const { url, label, value: inner } = value as { url?: unknown; label?: unknown; value?: unknown };
  const text = [url, label, inner].find((member) => typeof member === "string");
  return typeof text === "string" ? text : JSON.stringify(value);
}
