import { describe, expect, it, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { completeSender, findPhone, findSender, withSender } from "#lib/core/fields/sender";

const ADA = "ada@example.com";
const EVE = "eve@example.com";
const emailOf = (fields: FieldPairs, own: Parameters<typeof findSender>[1] = []) =>
  findSender(fields, own).email;
const nameOf = (fields: FieldPairs, own: Parameters<typeof findSender>[1] = []) =>
  findSender(fields, own).name;

describe("the sender's address", () => {
  it("comes from the first source that holds an address, in the contract's order", () => {
    const own = [
      { name: "second", type: "email" },
      { name: "contact", type: "email" },
    ];
    const sources: FieldPairs = [
      ["contact", "1@example.com"],
      ["EMAIL", "2@example.com"],
      ["_replyto", "3@example.com"],
      ["Your E-Mail", "4@example.com"],
    ];
    for (const [at] of sources.entries())
      expect(emailOf(sources.slice(at), own)).toBe(`${at + 1}@example.com`);
    expect(emailOf([["Field2", "5@example.com"]], own)).toBe("5@example.com");
  });

  it("is only ever an address: for any other text, the next source is tried", () => {
    const fields: FieldPairs = [
      ["email", "ada at example"],
      ["_replyto", "a@example.com, b@example.com"],
      ["your-email", "Ada <ada@example.com>"],
      ["mail", ["", ` ${ADA}\n`]],
    ];
    expect(emailOf(fields)).toBe(ADA);
    expect(emailOf(fields.slice(0, 3))).toBeNull();
  });

  it.each(["_replyto", "_reply_to", "replyTo"])(
    "is taken from %s if no email field has one",
    (name) => {
      expect(emailOf([[name, ADA]])).toBe(ADA);
      expect(
        emailOf([
          [name, EVE],
          ["email", ADA],
        ]),
      ).toBe(ADA);
    },
  );

  it("is the only value that's an address, also when it was typed twice", () => {
    expect(
      emailOf([
        ["input_3", ADA],
        ["input_2", "Ada"],
      ]),
    ).toBe(ADA);
    expect(
      emailOf([
        ["input_3", ADA],
        ["input_4", ADA],
      ]),
    ).toBe(ADA);
    expect(
      emailOf([
        ["input_3", ADA],
        ["input_4", EVE],
      ]),
    ).toBeNull();
    expect(emailOf([["input_3", `Write to ${ADA}`]])).toBeNull();
  });

  it("is never the page's own address or a friend's", () => {
    for (const name of ["recipient", "to", "cc", "friend_email", "friends[email]"])
      expect(emailOf([[name, EVE]]), name).toBeNull();
    expect(
      emailOf([
        ["recipient", EVE],
        ["x", ADA],
      ]),
    ).toBe(ADA);
  });

  it("is one address, whatever else stands in the value", () => {
    for (const text of [
      `${ADA}\r\nBcc: ${EVE}`,
      `${ADA}, ${EVE}`,
      `${ADA};${EVE}`,
      `<${ADA}>`,
      `${ADA} `.repeat(2),
      "<script>@example.com",
      "@example.com",
      `${"a".repeat(250)}@example.com`,
    ])
      expect(emailOf([["email", text]]), text).toBeNull();
  });
});

describe("the sender's name", () => {
  it("is the form's own autofill field, then `name`, then a field that's called like one", () => {
    const own = [
      { name: "who", type: "text", autocomplete: "section-a name" },
      { name: "a", type: "text", autocomplete: "given-name" },
      { name: "b", type: "text", autocomplete: "family-name" },
    ];
    const fields: FieldPairs = [
      ["who", "Ada King"],
      ["b", "Lovelace"],
      ["a", " Ada "],
      ["NAME", ["", "A. L."]],
      ["full-name", "Augusta"],
    ];
    expect(nameOf(fields, own)).toBe("Ada King");
    expect(nameOf(fields.slice(1), own)).toBe("Ada Lovelace");
    expect(nameOf(fields.slice(3), own)).toBe("A. L.");
    expect(nameOf(fields.slice(4), own)).toBe("Augusta");
    expect(nameOf([["message", "hi"]], own)).toBeNull();
  });

  it.each<[FieldPairs, string]>([
    [
      [
        ["first_name", "Ada"],
        ["last_name", "Lovelace"],
      ],
      "Ada Lovelace",
    ],
    [
      [
        ["Nachname", "Lovelace"],
        ["Vorname", "Ada"],
      ],
      "Ada Lovelace",
    ],
    [
      [
        ["FNAME", "Ada"],
        ["LNAME", "Lovelace"],
      ],
      "Ada Lovelace",
    ],
    [
      [
        ["name[first]", "Ada"],
        ["name[last]", "Lovelace"],
      ],
      "Ada Lovelace",
    ],
    [
      [
        ["nom", "Lovelace"],
        ["prénom", "Ada"],
      ],
      "Ada Lovelace",
    ],
    [
      [
        ["Nome", "Ada"],
        ["Cognome", "Lovelace"],
      ],
      "Ada Lovelace",
    ],
    [[["firstName", "Ada"]], "Ada"],
    [
      [
        ["姓", "山田"],
        ["名", "太郎"],
      ],
      "山田 太郎",
    ],
    [
      [
        ["full_name", "Ada Lovelace"],
        ["first_name", "Ada"],
      ],
      "Ada Lovelace",
    ],
  ])("joins its parts: %j", (fields, expected) => {
    expect(nameOf(fields)).toBe(expected);
  });
});

test("a sender without a name and an address is known by a phone number", () => {
  expect(findPhone([["Telefonnummer", " +49 (30) 1234 "]], [])).toBe("+49 (30) 1234");
  expect(findPhone([["f1", "030 1234"]], [{ name: "f1", type: "phone" }])).toBe("030 1234");
  expect(
    findPhone(
      [
        ["phone", "call me"],
        ["age", "12345"],
      ],
      [],
    ),
  ).toBeNull();
});

test("a stored sender stays, unless it isn't an address", () => {
  const fields: FieldPairs = [
    ["your-email", ADA],
    ["your-name", "Ada"],
  ];
  const stored = { name: "Stored", email: EVE };
  expect(completeSender(stored, fields, [])).toEqual(stored);
  expect(completeSender({ name: null, email: "eve at example" }, fields, [])).toEqual({
    name: "Ada",
    email: ADA,
  });
});

test("rules can test the sender by name and email, unless the form has fields of these names", () => {
  const sender = { name: "Ada", email: ADA };
  expect(withSender([["E-Mail", ADA]], sender)).toEqual([
    ["E-Mail", ADA],
    ["name", "Ada"],
    ["email", ADA],
  ]);
  expect(withSender([["email", "typed"]], { name: null, email: ADA })).toEqual([
    ["email", "typed"],
  ]);
});

test("the sender of a hundred long fields is found in less than a millisecond", () => {
  const names = Array.from({ length: 100 }, (_, at) => `${"field "}${at}`);
  const fields = names.map((name): [string, string] => [name, "a@".repeat(10_000)]);
  const { user } = process.cpuUsage();
  for (let run = 0; run < 20; run += 1) findSender(fields, []);
  expect((process.cpuUsage().user - user) / 20_000).toBeLessThan(20);
});
