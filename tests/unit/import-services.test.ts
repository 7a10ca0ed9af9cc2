import { describe, expect, test } from "vitest";
import type { ImportSettingsInput } from "#lib/domain/imports/schema";
import { fixtureBytes, readWhole } from "#tests/support/imports/read-fixture";

type Expected = {
  source: string;
  dateFormat?: string;
  given?: ImportSettingsInput;
  /** The first message. */
  fields: unknown[];
  at: string;
  spam?: number;
  count?: number;
};

const ADA = ["name", "Ada Byron"];
const ADDRESS = ["email", "ada@birch.example"];

const FILES: Readonly<Record<string, Expected>> = {
  "formspree.json": {
    source: "formspree",
    fields: [ADA, ADDRESS, ["message", "Do you deliver to Leeds?"]],
    at: "2026-03-02T09:15:30.120Z",
    spam: 1,
    count: 3,
  },
  "formspree.csv": {
    source: "formspree",
    fields: [ADA, ADDRESS, ["message", "Do you deliver to Leeds?"]],
    at: "2026-03-02T09:15:30.120Z",
    spam: 1,
  },
  "netlify.json": {
    source: "netlify",
    fields: [ADA, ADDRESS, ["message", "Hello"]],
    at: "2026-02-11T08:30:00.000Z",
  },
  "netlify.csv": {
    source: "netlify",
    fields: [ADA, ADDRESS, ["message", "Hello"]],
    at: "2026-02-11T08:30:00.000Z",
  },
  "basin.json": {
    source: "basin",
    fields: [ADA, ADDRESS, ["message", "Quote for oak"]],
    at: "2026-01-05T07:08:09.000Z",
    spam: 1,
  },
  // We found no documentation of its columns, so it's read like any other file.
  "getform.csv": {
    source: "other",
    fields: [ADA, ADDRESS, ["message", "Is it open on Sundays?"]],
    at: "2026-05-06T10:11:12.000Z",
  },
  "formspring.csv": {
    source: "formspring",
    fields: [
      ADA,
      ADDRESS,
      ["topics", ["oak", "ash"]],
      ["photo", "plan.pdf"],
      ["photo_url", "https://files.example/plan.pdf"],
    ],
    at: "2026-06-01T10:00:00.000Z",
    spam: 1,
  },
  "formspring.json": {
    source: "formspring",
    fields: [ADA, ADDRESS, ["topics", ["oak", "ash"]]],
    at: "2026-06-01T10:00:00.000Z",
    spam: 1,
  },
  "typeform.csv": {
    source: "typeform",
    fields: [
      ["What's your name?", "Ada Byron"],
      ["What's your email?", "ada@birch.example"],
      ["How did you hear about us, exactly?", "A friend"],
    ],
    at: "2026-05-01T10:00:00.000Z",
  },
  "tally.csv": {
    source: "tally",
    given: {
      columns: [{ column: "Which trees?", use: "field", name: "trees", isList: true }],
    },
    fields: [
      ["Name", "Ada Byron"],
      ["Email", "ada@birch.example"],
      ["trees", ["Oak", "Ash"]],
    ],
    at: "2024-08-11T23:25:40.000Z",
  },
  "google-forms.csv": {
    source: "google_forms",
    fields: [
      ["Email Address", "ada@birch.example"],
      ["Your name", "Ada Byron"],
      ["Which day?", "Monday, Tuesday"],
    ],
    at: "2026-09-27T12:00:00.000Z",
  },
  "google-forms-local.csv": {
    source: "google_forms",
    dateFormat: "dmy",
    given: { timeZone: "Europe/Berlin" },
    fields: [
      ["E-Mail-Adresse", "ada@birch.example"],
      ["Name", "Ada Byron"],
    ],
    at: "2026-09-27T13:00:00.000Z",
  },
  "google-forms-ambiguous.csv": {
    source: "google_forms",
    dateFormat: "dmy",
    given: { dateFormat: "dmy", timeZone: "America/New_York" },
    fields: [
      ["Email Address", "ada@birch.example"],
      ["Name", "Ada Byron"],
    ],
    at: "2026-02-01T15:00:00.000Z",
  },
  "gravity-forms.csv": {
    source: "gravity_forms",
    fields: [
      ["Name (First)", "Ada"],
      ["Name (Last)", "Byron"],
      ["Email", "ada@birch.example"],
      ["Message", "Oak, please"],
      ["Source Url", "https://birch.example/contact"],
    ],
    at: "2026-04-05T06:07:08.000Z",
  },
  "flamingo.csv": {
    source: "flamingo",
    fields: [
      ["your-name", "Ada Byron"],
      ["your-email", "ada@birch.example"],
      ["your-message", "=SUM(1,2) is what I typed"],
      ["trees", "Oak, Ash"],
    ],
    at: "2026-05-01T08:00:00.000Z",
  },
  "wpforms.csv": {
    source: "wpforms",
    fields: [
      ["Name", "Ada Byron"],
      ["Email", "ada@birch.example"],
      ["Message", "Oak"],
    ],
    at: "2026-05-01T10:00:00.000Z",
  },
  "jotform.csv": {
    source: "jotform",
    fields: [
      ["Full Name", "Ada Byron"],
      ["E-mail", "ada@birch.example"],
    ],
    at: "2026-05-01T10:00:00.000Z",
  },
  "form-intake-api.csv": {
    source: "form_intake",
    fields: [ADA, ADDRESS, ["trees", ["Oak", "Ash"]]],
    at: "2026-05-01T10:00:00.123Z",
    spam: 1,
  },
  "form-intake.csv": {
    source: "form_intake",
    fields: [["Your name", "Ada Byron"], ADDRESS, ["message", "=1+1"], ["size", "L"]],
    at: "2026-05-01T10:00:00.123Z",
    count: 1,
  },
  "form-intake.jsonl": {
    source: "form_intake",
    dateFormat: "epoch",
    fields: [ADA, ADDRESS, ["trees", ["Oak", "Ash"]]],
    at: "2026-05-01T10:00:00.123Z",
    count: 1,
  },
  "semicolon-windows-1252.csv": {
    source: "other",
    dateFormat: "dmy",
    fields: [
      ["Name", "Jörg Müller"],
      ["Nachricht", "„Grüße“"],
    ],
    at: "2026-05-01T10:00:00.000Z",
    count: 1,
  },
  "utf-16.csv": {
    source: "other",
    fields: [
      ["name", "Zoë"],
      ["message", "こんにちは"],
    ],
    at: "2026-05-01T10:00:00.000Z",
    count: 1,
  },
};

describe("files of services are read with guesses", () => {
  test.each(Object.entries(FILES))("%s", async (name, expected) => {
    const { given = {}, source, dateFormat = "ymd", fields, at, spam = 0, count = 2 } = expected;
    const { guesses, records } = await readWhole(fixtureBytes(name), name, given);
    expect(guesses.settings).toMatchObject({ source, dateFormat });
    expect(records[0]?.fields).toEqual(fields);
    expect(records[0]?.receivedAt?.toISOString()).toBe(at);
    expect(records).toHaveLength(count);
    expect(records.filter(({ isSpam }) => isSpam)).toHaveLength(spam);
    expect(records.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test("addresses and browsers are left out unless someone wants them", async () => {
    const bytes = fixtureBytes("netlify.csv");
    const { guesses } = await readWhole(bytes, "netlify.csv");
    const dropped = guesses.settings.columns.filter(({ use }) => use === "drop");
    expect(dropped.map(({ column }) => column)).toEqual(["ip", "user_agent", "referrer"]);
    const columns = [{ column: "ip", use: "field" as const, name: "ip", isList: false }];
    const { records } = await readWhole(bytes, "netlify.csv", { columns });
    expect(records[0]?.fields).toContainEqual(["ip", "203.0.113.9"]);
  });

  test("dates that fit both orders have to be decided", async () => {
    const name = "google-forms-ambiguous.csv";
    const { guesses } = await readWhole(fixtureBytes(name), name);
    expect(guesses).toMatchObject({ isDateAmbiguous: true, hasTimeZones: false });
  });

  test("a message's key is its ID there, or all its cells, whatever the settings", async () => {
    const keys = async (name: string, given: ImportSettingsInput = {}) =>
      (await readWhole(fixtureBytes(name), name, given)).records.map(({ key }) => key);
    expect(await keys("wpforms.csv")).toEqual(
      await keys("wpforms.csv", { timeZone: "Asia/Tokyo" }),
    );
    const withoutIds = "google-forms-ambiguous.csv";
    const first = await keys(withoutIds, { dateFormat: "dmy" });
    expect(first).toEqual(await keys(withoutIds, { dateFormat: "mdy" }));
    expect(new Set(first).size).toBe(2);
  });
});

describe("hostile rows", () => {
  const mapped = async (text: string, name = "file.csv") =>
    (await readWhole(new TextEncoder().encode(text), name)).records;

  test("NUL bytes, halves of characters, and prototype keys are only text", async () => {
    const [row] = await mapped(
      '[{"date":"2026-05-01","__proto__":"a","constructor":"b","n\\u0000ame":"\\ud800x\\u0000"}]',
      "file.json",
    );
    expect(row?.fields).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["name", "\ufffdx"],
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test("formulas of visitors stay as they are", async () => {
    const [row] = await mapped("date,message\n2026-05-01,\"=cmd|' /C calc'!A0\"\n");
    expect(row?.fields).toEqual([["message", "=cmd|' /C calc'!A0"]]);
  });

  test("dates that can't be read or are in the future skip their row", async () => {
    const rows = await mapped("date,message\nyesterday,a\n2026-12-24,b\n,c\n2026-05-01,d\n");
    expect(rows.map(({ problems }) => problems[0]?.message ?? null)).toEqual([
      "This date can't be read. Check the date format.",
      "This date is in the future. Check the date format and time zone.",
      "The date is missing.",
      null,
    ]);
  });

  test("too many values, too much text, and nothing skip their row", async () => {
    const names = Array.from({ length: 101 }, (_, index) => `f${index}`);
    const [many] = await mapped(`date,${names}\n2026-05-01,${names}\n`);
    expect(many?.problems[0]?.message).toBe("This message has 101 values. A message can have 100.");
    const [large, empty] = await mapped(`date,m\n2026-05-01,${"x".repeat(300_000)}\n2026-05-01,\n`);
    expect(large?.problems[0]?.message).toBe("This message is larger than 256 KB.");
    expect(empty?.problems[0]?.message).toBe("This message has no values.");
  });

  test("a wrong encoding is a note, and doesn't skip the row", async () => {
    const bytes = fixtureBytes("semicolon-windows-1252.csv");
    const { records } = await readWhole(bytes, "a.csv", { encoding: "utf-8" });
    expect(records[0]?.problems).toEqual([
      {
        row: 1,
        column: "Name",
        message: "Some characters can't be read. Check the file's encoding.",
        skipped: false,
      },
    ]);
  });
});
