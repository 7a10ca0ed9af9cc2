import { createContext, runInContext } from "node:vm";
import { answer, type Reply } from "#tests/support/twins/receiver";

/** Google's limits. */
const MAX_CELL_CHARACTERS = 50_000;
const NEW_SHEET_COLUMNS = 26;
const ECHO = "https://script.googleusercontent.com/macros/echo?user_content_key=x";

type Cell = string | number | Date | { formula: string };

/** Stores a value as Sheets does when someone types it. */
function enter(value: unknown): Cell {
  if (typeof value !== "string")
    return Object.prototype.toString.call(value) === "[object Date]"
      ? new Date(Number(value))
      : Number(value);
  if (value.length > MAX_CELL_CHARACTERS)
    throw new Error("Your input contains more than the maximum of 50000 characters.");
  if (value.startsWith("'")) return value.slice(1);
  if (/^[=+]/.test(value)) return { formula: value };
  return value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

class Sheet {
  readonly rows: Cell[][] = [];
  maxColumns = NEW_SHEET_COLUMNS;
  readonly requireLock: () => void;

  constructor(requireLock: () => void) {
    this.requireLock = requireLock;
  }

  getMaxColumns() {
    return this.maxColumns;
  }

  getLastRow() {
    return this.rows.findLastIndex((row) => row.some((cell) => cell !== "")) + 1;
  }

  getLastColumn() {
    const widths = this.rows.map((row) => row.findLastIndex((cell) => cell !== "") + 1);
    return Math.max(0, ...widths);
  }

  insertColumnsAfter(after: number, count: number) {
    this.requireLock();
    if (after !== this.maxColumns) throw new Error("only columns at the end");
    this.maxColumns += count;
  }

  appendRow(values: unknown[]) {
    this.requireLock();
    if (values.length > this.maxColumns) throw new Error("the row is wider than the sheet");
    this.rows.push(values.map(enter));
  }

  deleteRow(row: number) {
    this.requireLock();
    this.rows.splice(row - 1, 1);
  }

  getRange(row: number, column: number, rowCount = 1, columnCount = 1) {
    if (row < 1 || column < 1 || rowCount < 1 || columnCount < 1)
      throw new Error("A range has at least one row and one column.");
    if (column + columnCount - 1 > this.maxColumns)
      throw new Error("The coordinates of the range are outside the dimensions of the sheet.");
    const places = Array.from({ length: rowCount }, (_, down) =>
      Array.from({ length: columnCount }, (_, right) => [row - 1 + down, column - 1 + right]),
    );
    const valueAt = ([down = 0, right = 0]: number[]) => this.rows[down]?.[right] ?? "";
    return {
      getRow: () => row,
      getValues: () => places.map((line) => line.map(valueAt)),
      setValues: (values: unknown[][]) => {
        this.requireLock();
        if (values.length !== rowCount || values.some((line) => line.length !== columnCount))
          throw new Error("The number of cells in the data doesn't match the range.");
        for (const [index, [down = 0, right = 0]] of places.flat().entries()) {
          this.rows[down] ??= [];
          const line = this.rows[down];
          while (line.length < right) line.push("");
          line[right] = enter(values.flat()[index]);
        }
      },
      // Only of a whole cell, whose case doesn't matter, as the script uses it.
      createTextFinder: (text: string) => ({
        matchEntireCell: () => ({
          findNext: () => {
            const found = places
              .flat()
              .find((place) => String(valueAt(place)).toLowerCase() === text.toLowerCase());
            return found ? this.getRange((found[0] ?? 0) + 1, (found[1] ?? 0) + 1) : null;
          },
        }),
      }),
    };
  }
}

/**
 * A spreadsheet with a script deployed as a web app, as far as scripts that receive events need it. A
 * write without the script's lock throws.
 */
export function deployScript(code: string) {
  const sheets = new Map<string, Sheet>();
  let isLocked = false;
  const requireLock = () => {
    if (!isLocked) throw new Error("written without the lock");
  };
  const spreadsheet = {
    getSheetByName: (name: string) => sheets.get(name) ?? null,
    insertSheet: (name: string) => {
      requireLock();
      sheets.set(name, new Sheet(requireLock));
      return sheets.get(name);
    },
  };
  const lock = {
    waitLock: () => {
      if (isLocked) throw new Error("Lock timeout: another process was holding the lock.");
      isLocked = true;
    },
    releaseLock: () => {
      isLocked = false;
    },
  };
  const context = createContext({
    SpreadsheetApp: { getActiveSpreadsheet: () => spreadsheet, flush: requireLock },
    LockService: { getScriptLock: () => lock },
    ContentService: { createTextOutput: (content: string) => ({ content }) },
  });
  runInContext(code, context);

  /** Google redirects to what a script returned. For one that failed, it shows a page. */
  function respond(body: string): { status: number; location?: string; body: string } {
    try {
      const event = JSON.stringify({ postData: { contents: body } });
      const { content } = runInContext(`doPost(${event})`, context);
      return { status: 302, location: ECHO, body: content };
    } catch (error) {
      return { status: 200, body: `<!DOCTYPE html><title>Error</title>${error}` };
    }
  }

  const reply: Reply = (event, ...at) => {
    const { status, location, body } = respond(event.body);
    answer(status, body, location ? { location } : {})(event, ...at);
  };
  return {
    reply,
    respond,
    lock,
    /** The sheet with this name, as rows of cells by their column's name. */
    read(name: string): Record<string, Cell>[] {
      const [names = [], ...rows] = sheets.get(name)?.rows ?? [];
      return rows.map((row) =>
        Object.fromEntries(names.map((column, index) => [String(column), row[index] ?? ""])),
      );
    },
  };
}
