/** Thrown when the rest of a file can't be read. The message is for the person who imports it. */
export class ImportFault extends Error {
  override name = "ImportFault";
}

/** The most cells of one record. Real exports have a column for each question. */
export const MAX_COLUMNS = 1_000;
/** The maximum number of characters of one record; a submission has at most 256 KiB of text. */
const MAX_RECORD_CHARACTERS = 1_000_000;

export type CsvDelimiter = "," | ";" | "\t";

/** A record, and whether it ends inside a quoted cell. */
export type CsvRecord = { cells: string[]; isUnclosed: boolean };

type State = "start" | "plain" | "quoted" | "closed";

/**
 * Reads CSV (RFC 4180) piece by piece: quoted cells with line breaks, doubled quotes, and LF, CRLF, or CR. It tolerates
 * careless exports: an undoubled quote inside a cell is text, including blanks after it. Blank lines are skipped.
 */
export class CsvReader {
  private readonly delimiter: number;
  private state: State = "start";
  private cell = "";
  private blanks = "";
  private cells: string[] = [];
  private size = 0;
  private afterReturn = false;
  private count = 0;

  constructor(delimiter: CsvDelimiter) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /**
   * Yields the records that this piece completes.
   *
   * @throws {ImportFault} for a record that is too large or has too many cells
   */
  *read(text: string): Generator<CsvRecord> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isBreakDone = this.afterReturn && code === 10;
      this.afterReturn = false;
      if (isBreakDone) {
        from = at + 1;
        continue;
      }
      if (this.state === "quoted") {
        const end = text.indexOf('"', at);
        if (end === -1) {
          this.add(text.slice(at));
          return;
        }
        this.add(text.slice(at, end));
        this.state = "closed";
        this.blanks = "";
        at = end;
        from = end + 1;
        continue;
      }
      if (code === this.delimiter || code === 10 || code === 13) {
        this.endCell(text.slice(from, at));
        from = at + 1;
        if (code === this.delimiter) continue;
        this.afterReturn = code === 13;
        const record = this.endRecord(false);
        if (record) yield record;
      } else if (this.state === "closed") {
        from = at + 1;
        this.afterQuote(text.charAt(at), code);
      } else if (this.state === "start") {
        if (code === 34) {
          this.state = "quoted";
          from = at + 1;
        } else this.state = "plain";
      }
    }
    if (this.state === "plain" || this.state === "start") this.add(text.slice(from));
  }

  /** Yields the last record, if the file doesn't end with a line break. */
  *end(): Generator<CsvRecord> {
    const isUnclosed = this.state === "quoted";
    if (this.state === "start" && this.cells.length === 0 && this.cell === "") return;
    this.endCell("");
    const record = this.endRecord(isUnclosed);
    if (record) yield record;
  }

  private add(text: string): void {
    this.cell += text;
    this.size += text.length;
    if (this.size > MAX_RECORD_CHARACTERS)
      throw new ImportFault(
        `Row ${this.count + 1} of the file is larger than 1 MB. A quotation mark in it is probably never closed.`,
      );
  }

  /**
   * Handles the characters after a quote inside a quoted cell: a second quote, blanks, or text that shows it wasn't the
   * closing one.
   */
  private afterQuote(character: string, code: number): void {
    if (code === 34 && this.blanks === "") {
      this.add('"');
      this.state = "quoted";
    } else if (code === 32) this.blanks += character;
    else {
      this.add(`"${this.blanks}${character}`);
      this.state = "quoted";
    }
  }

  private endCell(rest: string): void {
    this.add(rest);
    this.cells.push(this.cell);
    this.cell = "";
    this.state = "start";
    if (this.cells.length > MAX_COLUMNS)
      throw new ImportFault(`Row ${this.count + 1} of the file has more than 1,000 columns.`);
  }

  private endRecord(isUnclosed: boolean): CsvRecord | null {
    const { cells } = this;
    this.cells = [];
    this.size = 0;
    this.count += 1;
    return cells.length === 1 && cells[0]?.trim() === "" ? null : { cells, isUnclosed };
  }
}

const DELIMITERS: readonly CsvDelimiter[] = [",", ";", "\t"];

/**
 * Returns the delimiter that splits the first records of a sample into the most cells, and the same
 * number each. Pure.
 */
export function guessDelimiter(sample: string): CsvDelimiter {
  const scores = DELIMITERS.map((delimiter) => {
    const widths: number[] = [];
    try {
      for (const { cells } of new CsvReader(delimiter).read(sample)) {
        widths.push(cells.length);
        if (widths.length === 20) break;
      }
    } catch (fault) {
      if (!(fault instanceof ImportFault)) throw fault;
    }
    const [first = 1] = widths;
    const same = widths.filter((width) => width === first).length;
    return { delimiter, score: first > 1 ? (same / widths.length) * 1000 + first : 0 };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}
