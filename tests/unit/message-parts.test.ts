import { expect, test } from "vitest";
import { splitLinks } from "#app/(dashboard)/inbox/message/split-links";
import { letterParts } from "#lib/core/fields/letter-parts";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { showFields } from "#lib/domain/forms/fields/shown-fields";
import { messageHeader } from "../../app/(dashboard)/inbox/message/message-header";

const ADA = { name: "Ada", email: "ada@example.com", phone: null };
const UNNAMED = { name: null, email: null, phone: null };
const LONG = "A text of more than sixty characters is what someone has written.";

test("a letter is headed by the name, the address, the phone number, or Someone", () => {
  expect(messageHeader(ADA)).toEqual({ title: "Ada", address: "ada@example.com" });
  expect(messageHeader({ ...ADA, name: null })).toEqual({
    title: "ada@example.com",
    address: null,
  });
  expect(messageHeader({ ...UNNAMED, phone: "+49 30 1234" })).toEqual({
    title: "+49 30 1234",
    address: null,
  });
  expect(messageHeader(UNNAMED)).toEqual({ title: "Someone", address: null });
});

test("text typed as email stays visible beside the address that replies go to", () => {
  const { others } = letterParts([["email", "ada at example"]], ADA, []);
  expect(others).toEqual([["email", "ada at example"]]);
});

test("fields that the head shows aren't repeated, and others keep their order", () => {
  const { body, others } = letterParts(
    [
      ["Name", " Ada "],
      ["2", "two"],
      ["EMAIL", "ada@example.com"],
      ["_replyto", "ada@example.com"],
      ["1", ["a", "b"]],
      ["message", "Hi"],
    ],
    ADA,
    [],
  );
  expect(body).toEqual({ name: "message", text: "Hi" });
  expect(others).toEqual([
    ["2", "two"],
    ["1", ["a", "b"]],
  ]);
});

test("a name or address that the head doesn't show is kept", () => {
  const fields = [
    ["name", ["Ada", "Grace"]],
    ["email", "other@example.com"],
  ] as const;
  const { others } = letterParts(
    fields.map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
    ADA,
    [],
  );
  expect(others.map(([name]) => name)).toEqual(["name", "email"]);
});

test("the body is the longest text, even where another field is named message", () => {
  const fields: [string, string][] = [
    ["message", "See below"],
    ["details", LONG],
  ];
  expect(letterParts(fields, UNNAMED, []).body).toEqual({ name: "details", text: LONG });
  const lines: [string, string][] = [
    ["company", "Lovelace and Daughters"],
    ["notes", "one\ntwo and some more to say"],
  ];
  expect(letterParts(lines, UNNAMED, []).body?.name).toBe("notes");
});

test("a short answer is the body if its field is made for a long one, and none is named like a message", () => {
  const known = [
    { name: "anything_else", type: "long_text" },
    { name: "plan", type: "text" },
  ];
  const fields: [string, string][] = [
    ["plan", "Professional"],
    ["anything_else", "No, thanks"],
  ];
  expect(letterParts(fields, UNNAMED, known)).toEqual({
    body: { name: "anything_else", text: "No, thanks" },
    others: [["plan", "Professional"]],
  });
  expect(letterParts([...fields, ["message", "Hi"]], UNNAMED, known).body?.name).toBe("message");
  expect(letterParts([["anything_else", " "]], UNNAMED, known).body).toBeNull();
});

test("short answers and repeated fields are no body", () => {
  expect(letterParts([["plan", "Pro"]], UNNAMED, []).body).toBeNull();
  expect(letterParts([["topics", [LONG, LONG]]], UNNAMED, []).body).toBeNull();
  expect(letterParts([["message", "  "]], UNNAMED, [])).toEqual({
    body: null,
    others: [["message", "  "]],
  });
  expect(letterParts([], UNNAMED, [])).toEqual({ body: null, others: [] });
});

const KNOWN = StoredFields.parse([
  { name: "day", type: "date", label: "Arrival" },
  { name: "many", type: "choices", label: "Topics", options: [{ value: "a", label: "Engines" }] },
  { name: "terms", type: "checkbox", label: "Terms" },
]);

test("shows values in the list's order and under their labels, then what the list doesn't have", () => {
  expect(
    showFields(
      [
        ["extra", "x"],
        ["terms", "on"],
        ["many", ["a", "gone"]],
        ["day", "2026-11-21"],
        ["another", ["1", "2"]],
      ],
      KNOWN,
    ),
  ).toEqual([
    { name: "day", label: "Arrival", values: ["21 November 2026"] },
    { name: "many", label: "Topics", values: ["Engines", "gone"] },
    { name: "terms", label: "Terms", values: ["Yes"] },
    { name: "extra", label: "extra", values: ["x"] },
    { name: "another", label: "another", values: ["1", "2"] },
  ]);
});

test("shows a value that doesn't fit as it was typed", () => {
  const shown = showFields(
    [
      ["day", "tomorrow"],
      ["terms", "false"],
    ],
    KNOWN,
  );
  expect(shown.map(({ values }) => values)).toEqual([["tomorrow"], ["No"]]);
});

test("without a list, fields keep their names, order and values", () => {
  expect(
    showFields(
      [
        ["b", "2"],
        ["a", ["1"]],
      ],
      [],
    ),
  ).toEqual([
    { name: "b", label: "b", values: ["2"] },
    { name: "a", label: "a", values: ["1"] },
  ]);
});

const linksOf = (text: string) => splitLinks(text).filter((_, at) => at % 2 === 1);

test.for([
  ["See https://example.com/a?b=c#d.", ["https://example.com/a?b=c#d"]],
  ["(http://example.com/x), HTTPS://EXAMPLE.COM!", ["http://example.com/x", "HTTPS://EXAMPLE.COM"]],
  ["Write to ada@example.com, bob@example.co.uk.", ["ada@example.com", "bob@example.co.uk"]],
  ["<ada@example.com>;(bob@example.com)", ["ada@example.com", "bob@example.com"]],
  ["mailto:ada@example.com", ["ada@example.com"]],
  ["https://example.com/@ada", ["https://example.com/@ada"]],
  ["https:// @ a@b a@b@example.com x@example.1", []],
  ["javascript:alert(1) ftp://example.com", []],
  ["", []],
] as const)("finds the addresses in %j", ([text, links]) => {
  expect(linksOf(text)).toEqual(links);
  expect(splitLinks(text).join("")).toBe(text);
});

test("a direction mark ends an address, so that the shown address is the link's", () => {
  const text = "https://example.com/\u202Egro.knab ada@\u2066example.com";
  expect(linksOf(text)).toEqual(["https://example.com/"]);
  expect(splitLinks(text).join("")).toBe(text);
});

test("only the first 100 addresses become links, and nothing is lost", () => {
  const text = "https://example.com ".repeat(150);
  expect(linksOf(text)).toHaveLength(100);
  expect(splitLinks(text).join("")).toBe(text);
});

const LONGEST = 1_999;
const HOSTILE = ["a@b1.b1.", "https://", "a", "@", "a@", "a.", "!", "a:", "https://!"].flatMap(
  (word) => [word, `${word} `, `${word.repeat(LONGEST / word.length)} `],
);

test.for(HOSTILE.map((text) => [text.slice(0, 12), text] as const))(
  "the time for hostile text such as %j grows no faster than the text",
  ([, text]) => {
    const timeOf = (size: number) => {
      const hostile = text.repeat(size / text.length);
      const runs = Array.from({ length: 9 }, () => {
        const start = process.cpuUsage();
        splitLinks(hostile);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      return Math.min(...runs);
    };
    // 8 if it's linear, 64 if it's quadratic. Short runs are less precise.
    expect(timeOf(256 * 1024) / Math.max(timeOf(32 * 1024), 0.05)).toBeLessThan(32);
  },
);
