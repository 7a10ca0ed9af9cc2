import { ImportFault } from "#lib/domain/imports/read-csv";

/**
 * The maximum number of characters of one record. This service's own export has emails and events with each
 * message.
 */
const MAX_RECORD_CHARACTERS = 8_000_000;
/** A list of messages isn't nested deeper. */
const MAX_LIST_DEPTH = 3;

/** Names of members that contain the list of messages in exports. */
const LISTS = new Set([
  "submissions",
  "data",
  "payload",
  "responses",
  "entries",
  "items",
  "results",
  "records",
  "messages",
  "rows",
]);

type Level = { isList: boolean; key: string };

/**
 * Reads JSON piece by piece: a list of objects, an object with such a list under a known name, or an object per line.
 * Only one record is in memory at a time.
 */
export class JsonReader {
  private levels: Level[] = [];
  private text = "";
  /** Where the current record begins in `text`, or -1. */
  private recordFrom = -1;
  private stringFrom = -1;
  private isEscaped = false;
  private lastString = "";
  /** The nesting depth of the records; 0 until a list is found. */
  private depth = 0;
  /**
   * Whether a list with a known name was just opened. Its first member shows whether it's the list
   * of messages.
   */
  private isListOpen = false;
  private count = 0;

  /**
   * Yields the records that this piece completes.
   *
   * @throws {ImportFault} for what isn't JSON, and for a record that is too large
   */
  *read(piece: string): Generator<unknown> {
    let at = this.text.length;
    this.text += piece;
    for (; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (this.stringFrom >= 0) at = this.readString(at);
      else if (code === 34) this.stringFrom = at;
      else if (code === 123 || code === 91) this.open(code === 91, at);
      else if (code === 125 || code === 93) {
        const record = this.close(code === 93, at);
        if (record !== undefined) yield record;
      } else if (code > 32 && code !== 44 && code !== 58) this.isListOpen = false;
    }
    this.forget();
  }

  /** @throws {ImportFault} for a file that ends too early, or has no messages */
  end(): void {
    if (this.levels.length > 0)
      throw new ImportFault("The file ends in the middle. Export it again.");
    if (this.count === 0 && this.depth === 0)
      throw new ImportFault("There is no list of messages in this file.");
  }

  /** Continues a string; returns the position of its end, or the last one of the piece. */
  private readString(from: number): number {
    for (let at = from; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (this.isEscaped) this.isEscaped = false;
      else if (code === 92) this.isEscaped = true;
      else if (code === 34) {
        if (this.levels.length <= MAX_LIST_DEPTH)
          this.lastString = this.text.slice(this.stringFrom + 1, at);
        this.stringFrom = -1;
        this.isListOpen = false;
        return at;
      }
    }
    return this.text.length;
  }

  private open(isList: boolean, at: number): void {
    const { length } = this.levels;
    if (this.isListOpen && !isList) {
      // The list that was just opened contains objects, so these are the messages.
      this.depth = length;
      this.recordFrom = -1;
    }
    this.isListOpen = false;
    const key = this.levels.at(-1)?.isList ? "" : this.lastString;
    if (this.depth === 0 && isList && length < MAX_LIST_DEPTH)
      this.isListOpen = length === 0 || LISTS.has(key);
    if (!isList && this.recordFrom < 0 && length === this.depth) this.recordFrom = at;
    this.levels.push({ isList, key });
  }

  private close(isList: boolean, at: number): unknown {
    this.isListOpen = false;
    if (this.levels.pop()?.isList !== isList)
      throw new ImportFault(`The file isn't valid JSON after message ${this.count}.`);
    if (isList || this.recordFrom < 0 || this.levels.length !== this.depth) return undefined;
    const text = this.text.slice(this.recordFrom, at + 1);
    this.recordFrom = -1;
    this.count += 1;
    try {
      return JSON.parse(text);
    } catch {
      throw new ImportFault(`Message ${this.count} of the file isn't valid JSON.`);
    }
  }

  /** Keeps only the current record or string. */
  private forget(): void {
    const starts = [this.recordFrom, this.stringFrom].filter((start) => start >= 0);
    const from = starts.length > 0 ? Math.min(...starts) : this.text.length;
    this.text = this.text.slice(from);
    if (this.recordFrom >= 0) this.recordFrom -= from;
    if (this.stringFrom >= 0) this.stringFrom -= from;
    if (this.text.length > MAX_RECORD_CHARACTERS)
      throw new ImportFault(
        this.depth === 0
          ? "There is no list of messages in this file."
          : `Message ${this.count + 1} of the file is too large.`,
      );
  }
}
