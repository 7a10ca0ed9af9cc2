import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsvRow } from "#lib/core/quote";

/** Parses RFC 4180 CSV; throws if a cell isn't quoted. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '"') throw new Error(`no quote at ${at}`);
    let cell = "";
    for (at += 1; ; at += 1) {
      if (at >= text.length) throw new Error("a cell has no end");
      if (text[at] !== '"') cell += text[at];
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else break;
    }
    row.push(cell);
    at += 1;
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`neither a comma nor an end at ${at}`);
  }
  if (row.length > 0) throw new Error("the last record has no end");
  return rows;
}

/** Characters that start a formula if they are the first visible one in a cell. */
const TRIGGERS = [..."=+-@＝＋－＠"];
const BLANKS = [" ", "\u00a0", "\u3000", "\u2003", "\u200b", "\ufeff", "\u202e", "\v", "\f"];

const cell = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom(...TRIGGERS, ...BLANKS, "\t", "\r", "\n", '"', ",", "a", "'"),
  }),
);

/** Without an end, a failure would be shrunk for minutes. */
const BOUNDED = { interruptAfterTimeLimit: 5_000 };

test("CSV cells round-trip, except for the apostrophe before a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), (rows) => {
      const read = parseCsv(rows.map(toCsvRow).join(""));
      expect(read).toHaveLength(rows.length);
      for (const [index, row] of rows.entries()) {
        const cells = read[index] ?? [];
        expect(cells).toHaveLength(row.length);
        for (const [column, text] of row.entries())
          expect([text, `'${text}`]).toContain(cells[column]);
      }
    }),
    BOUNDED,
  );
});

test("no CSV cell can start a formula", () => {
  fc.assert(
    fc.property(cell, (text) => {
      const [[read = ""] = []] = parseCsv(toCsvRow([text]));
      const visible = [...read].find((char) => !BLANKS.includes(char)) ?? "";
      expect([...TRIGGERS, "\t", "\r", "\n"]).not.toContain(visible);
    }),
    BOUNDED,
  );
});

test.each([...TRIGGERS, "\t", "\r", "\n"])(
  "CSV escapes a cell that starts with %j, also after blanks",
  (trigger) => {
    for (const blank of ["", "  ", ...BLANKS])
      expect(parseCsv(toCsvRow([`${blank}${trigger}1+1`]))).toEqual([[`'${blank}${trigger}1+1`]]);
  },
);

test.each([
  "",
  " ",
  "plain",
  "a=b",
  "1-2",
  "name@example.com",
  "'=1",
  '{"a":"=1"}',
  "two\r\nlines",
  "  indented",
])("CSV leaves the text %j unchanged", (text) => {
  expect(parseCsv(toCsvRow([text]))).toEqual([[text]]);
});

test("CSV quotes every cell and doubles quotes", () => {
  expect(toCsvRow(["a", "", 'say "hi"', "1,2"])).toBe('"a","","say ""hi""","1,2"\r\n');
});

test("CSV escapes a long run of spaces in linear time", () => {
  const text = `${" ".repeat(1_000_000)}x`;
  expect(toCsvRow([text])).toBe(`"${text}"\r\n`);
});
