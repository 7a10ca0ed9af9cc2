import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvReader, guessDelimiter, ImportFault } from "#lib/domain/imports/read-csv";
import { dateReader, guessDates } from "#lib/domain/imports/read-date";
import { JsonReader } from "#lib/domain/imports/read-json";
import type { DateFormat } from "#lib/domain/imports/sources";

/** A text in pieces of these sizes, over and over. */
function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

function readCsv(
  text: string,
  delimiter: "," | ";" | "\t" = ",",
  sizes: readonly number[] = [999],
) {
  const reader = new CsvReader(delimiter);
  const records = cut(text, sizes).flatMap((piece) => [...reader.read(piece)]);
  return [...records, ...reader.end()];
}

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

describe("CSV", () => {
  test("reads back any quoted table, whatever the pieces and line breaks", () => {
    const row = fc.array(fc.string({ unit: "grapheme" }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.constantFrom<("," | ";" | "\t")[]>(",", ";", "\t"),
        fc.boolean(),
        sizes,
        (rows, end, delimiter, isEnded, pieces) => {
          const quoted = rows.map((cells) =>
            cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter),
          );
          const text = quoted.join(end) + (isEnded ? end : "");
          expect(readCsv(text, delimiter, pieces).map(({ cells }) => cells)).toEqual(rows);
        },
      ),
    );
  });

  test("never throws anything but a fault of the file, and keeps every character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", " ", "a") }),
        sizes,
        (text, pieces) => {
          const whole = readCsv(text);
          expect(readCsv(text, ",", pieces)).toEqual(whole);
          const letters = (given: string) => given.replaceAll(/[^a]/g, "");
          expect(letters(whole.flatMap(({ cells }) => cells).join(""))).toBe(letters(text));
        },
      ),
    );
  });

  test("is lenient where exports are careless", () => {
    expect(cellsOf('a,b\n"He said "hi" to me",2\n')).toEqual([
      ["a", "b"],
      ['He said "hi" to me', "2"],
    ]);
    expect(cellsOf('"a" ,"b"\n')).toEqual([["a", "b"]]);
    expect(cellsOf('a"b,c\n\n  \nd,e')).toEqual([
      ['a"b', "c"],
      ["d", "e"],
    ]);
  });

  test("tells a quote that's never closed, and rows without bounds", () => {
    expect(readCsv('a,b\n1,"x\n2,y\n').at(-1)).toEqual({
      cells: ["1", "x\n2,y\n"],
      isUnclosed: true,
    });
    expect(() => readCsv(`a\n"${"x".repeat(1_100_000)}`)).toThrow(ImportFault);
    expect(() => readCsv(`${",".repeat(1_000_000)}\n`)).toThrow("more than 1,000 columns");
  });

  test("finds the delimiter", () => {
    expect(guessDelimiter("a,b\n1,2\n")).toBe(",");
    expect(guessDelimiter('a;b\n"1,5";2\n')).toBe(";");
    expect(guessDelimiter("a\tb, c\n1\t2\n")).toBe("\t");
    expect(guessDelimiter("name\nAda\n")).toBe(",");
  });
});

describe("JSON", () => {
  const read = (text: string, pieces: readonly number[] = [999]) => {
    const reader = new JsonReader();
    const records = cut(text, pieces).flatMap((piece) => [...reader.read(piece)]);
    reader.end();
    return records;
  };
  const record = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 2 }));
  /** Objects in lists under a list's name would be lists of messages themselves. */
  const records = fc.array(record, { minLength: 1, maxLength: 6 });

  test("reads any list of objects, at the top or under a name, in any pieces", () => {
    fc.assert(
      fc.property(records, fc.constantFrom(0, 2), sizes, (list, space, pieces) => {
        const same = JSON.parse(JSON.stringify(list));
        expect(read(JSON.stringify(list, null, space), pieces)).toEqual(same);
        const inside = { fields: ["a"], total: 3, submissions: list };
        expect(read(JSON.stringify(inside, null, space), pieces)).toEqual(same);
        expect(read(JSON.stringify({ data: { responses: list } }), pieces)).toEqual(same);
      }),
    );
  });

  test("reads an object per line", () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.string()), { minLength: 1 }),
        sizes,
        (list, pieces) => {
          expect(read(list.map((item) => JSON.stringify(item)).join("\n"), pieces)).toEqual(list);
        },
      ),
    );
  });

  test.each([
    ['[{"a":1},{"a"', "ends in the middle"],
    ['[{"a":1}}', "isn't valid JSON"],
    ['[{"a":}]', "isn't valid JSON"],
    ['"text"', "no list of messages"],
    ["[]", "no list of messages"],
    ["[1,2]", "no list of messages"],
  ])("explains %s", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("stays within its bounds", () => {
    expect(() => read(`[{"a":"${"x".repeat(9_000_000)}"}]`, [3_000_000])).toThrow("too large");
    expect(() => read(`{"a":"${"x".repeat(9_000_000)}"}`, [3_000_000])).toThrow(
      "no list of messages",
    );
  });
});

describe("dates", () => {
  const seconds = fc.integer({
    min: Date.UTC(1990, 0, 2) / 1000,
    max: Date.UTC(2098, 0, 1) / 1000,
  });
  const two = (value: number) => String(value).padStart(2, "0");
  const parts = (at: Date) => ({
    y: String(at.getUTCFullYear()),
    m: two(at.getUTCMonth() + 1),
    d: two(at.getUTCDate()),
    time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`,
  });
  const order = { ymd: "ymd", dmy: "dmy", mdy: "mdy" } as const;

  test("reads back any moment in any order, with any separators", () => {
    fc.assert(
      fc.property(
        seconds,
        fc.constantFrom<Exclude<DateFormat, "epoch">[]>("ymd", "dmy", "mdy"),
        fc.constantFrom("/", "-", ".", ". "),
        fc.constantFrom(" ", ", ", "T"),
        fc.constantFrom("", "Z", " UTC", "+02:00", " GMT-3"),
        (second, format, separator, gap, zone) => {
          const at = new Date(second * 1000);
          const { time, ...day } = parts(at);
          const date = [...order[format]]
            .map((part) => day[part as "y" | "m" | "d"])
            .join(separator);
          const offset = zone === "+02:00" ? 2 : zone === " GMT-3" ? -3 : 0;
          const read = dateReader(format, "UTC");
          expect(read(`${date}${gap}${time}${zone}`)).toBe(second * 1000 - offset * 3_600_000);
        },
      ),
    );
  });

  test("reads what people's languages write", () => {
    const languages = [
      "en-US",
      "en-GB",
      "de",
      "fr",
      "es",
      "it",
      "pt-BR",
      "nl",
      "pl",
      "sv",
      "ja",
      "ko",
    ];
    fc.assert(
      fc.property(seconds, fc.constantFrom(...languages), (second, language) => {
        const at = second * 1000;
        const text = new Intl.DateTimeFormat(language, {
          dateStyle: "long",
          timeStyle: "medium",
          timeZone: "UTC",
        }).format(at);
        expect([text, dateReader("ymd", "UTC")(text)]).toEqual([text, at]);
      }),
    );
  });

  test("puts a time into the zone that's asked for, summer or winter", () => {
    const read = dateReader("ymd", "Europe/Berlin");
    const iso = (text: string) => new Date(read(text) ?? 0).toISOString();
    expect(iso("2026-01-15 12:00")).toBe("2026-01-15T11:00:00.000Z");
    expect(iso("2026-07-15 12:00")).toBe("2026-07-15T10:00:00.000Z");
    expect(iso("2026-07-15 12:00 +00:00")).toBe("2026-07-15T12:00:00.000Z");
    expect(iso("2026-10-24")).toBe("2026-10-23T22:00:00.000Z");
  });

  test("never reads anything else, and never throws", () => {
    const read = dateReader("dmy", "America/New_York");
    for (const text of [
      "",
      "soon",
      "2026",
      "31/02/2026",
      "1/13/2026",
      "99:99",
      "1/1/26 25:00",
      "x".repeat(9_999),
    ])
      expect([text, read(text)]).toEqual([text, null]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const at = read(text);
        expect(at === null || Number.isSafeInteger(at)).toBe(true);
      }),
    );
  });

  test("finds the order, and tells when both fit", () => {
    expect(guessDates(["1/2/2026", "13/2/2026"])).toMatchObject({
      format: "dmy",
      isAmbiguous: false,
    });
    expect(guessDates(["1/2/2026", "2/13/2026"])).toMatchObject({
      format: "mdy",
      isAmbiguous: false,
    });
    expect(guessDates(["1/2/2026"])).toMatchObject({ isAmbiguous: true });
    expect(guessDates(["1.2.2026"])).toMatchObject({ format: "dmy", isAmbiguous: false });
    expect(guessDates(["2026-01-02T03:04:05Z"])).toMatchObject({ format: "ymd", hasZones: true });
    expect(guessDates(["1717243200"])).toMatchObject({ format: "epoch" });
  });
});
