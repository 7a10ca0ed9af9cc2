import { describe, expect, it } from "vitest";
import {
  type FieldPairs,
  findAutoReplyAddress,
  findReplyTo,
  findSender,
} from "#lib/core/fields/fields";
import { isReplyAddress } from "#lib/core/text";

describe("the sender", () => {
  it("is the first non-blank name and email, trimmed, with field names in any case", () => {
    expect(
      findSender([
        ["NAME", "  "],
        ["Name", ["", " Ada "]],
        ["name", "Grace"],
        ["E-mail", "no@example.com"],
        ["EMail", " ada@example.com "],
      ]),
    ).toEqual({ name: "Ada", email: "ada@example.com" });
  });

  it("is null without such fields and can have an invalid email address", () => {
    expect(findSender([["message", "hi"]])).toEqual({ name: null, email: null });
    expect(findSender([["email", "not an address"]]).email).toBe("not an address");
  });

  it.each(["_replyto", "_reply_to", "replyto"])(
    "is answered at %s where no email field has an address",
    (name) => {
      expect(findReplyTo([[name, "ada@example.com"]])).toBe("ada@example.com");
      expect(
        findReplyTo([
          ["email", "grace@example.com"],
          [name, "ada@example.com"],
        ]),
      ).toBe("grace@example.com");
    },
  );

  it("can get a reply only at a single plain address of at most 254 characters", () => {
    expect(isReplyAddress("ada@example.com")).toBe(true);
    expect(isReplyAddress("o'neil+forms@mail.example.co")).toBe(true);
    const label = "d".repeat(61);
    const domain = `${label}.${label}.${label}.com`;
    expect(isReplyAddress(`${"a".repeat(64)}@${domain}`)).toBe(true);
    expect(isReplyAddress(`${"a".repeat(64)}@d${domain}`)).toBe(false);
    expect(isReplyAddress(`${"a".repeat(65)}@example.com`)).toBe(false);
    for (const text of [
      "",
      " ada@example.com",
      "ada@example.com, eve@example.com",
      "ada@example.com;eve@example.com",
      "Ada <ada@example.com>",
      "ada@example.com\r\nBcc: eve@example.com",
      "ada@localhost",
      "@example.com",
    ])
      expect(isReplyAddress(text), text).toBe(false);
  });
});

describe("the address for an auto-reply", () => {
  it.each<[unknown, string | null]>([
    ["ada@example.com", "ada@example.com"],
    [" ada@example.com ", "ada@example.com"],
    [["", "ada@example.com", "ada@example.com"], "ada@example.com"],
    [["ada@example.com", "eve@example.com"], null],
    ["ada@example.com, eve@example.com", null],
    ["ada@example.com\r\nBcc: eve@example.com", null],
    ["Ada <ada@example.com>", null],
    ["<script>@example.com", null],
    ["ada@localhost", null],
    ["", null],
    ["  ", null],
    [`${"a".repeat(250)}@example.com`, null],
  ])("for the email field %j is %j", (value, expected) => {
    expect(findAutoReplyAddress([["Email", value as string | string[]]])).toBe(expected);
  });

  it("is null if email fields have different values or there is no email field", () => {
    const fields: [string, string][] = [
      ["email", "ada@example.com"],
      ["EMAIL", "eve@example.com"],
    ];
    expect(findAutoReplyAddress(fields)).toBeNull();
    expect(findAutoReplyAddress([["mail", "ada@example.com"]])).toBeNull();
  });
});

describe("aliases of the email field", () => {
  it.each<[string, FieldPairs, string | null]>([
    ["only an alias", [["_replyto", " ada@example.com "]], "ada@example.com"],
    ["an alias in other case", [["replyTo", "ada@example.com"]], "ada@example.com"],
    [
      "a valid email and an alias",
      [
        ["_reply_to", "eve@example.com"],
        ["email", "ada@example.com"],
      ],
      "ada@example.com",
    ],
    [
      "an invalid email and an alias",
      [
        ["email", "ada at example"],
        ["_replyto", "ada@example.com"],
      ],
      "ada@example.com",
    ],
    ["an alias that isn't one address", [["_replyto", "a@example.com, b@example.com"]], null],
    ["an alias with a header", [["_replyto", "a@example.com\r\nBcc: b@example.com"]], null],
  ])("are used for replies if there's no valid email: %s", (_case, fields, expected) => {
    expect(findReplyTo(fields)).toBe(expected);
    expect(findAutoReplyAddress(fields)).toBe(expected);
  });

  it("get a person's reply at the first valid address, but no auto-reply if they differ", () => {
    const fields: FieldPairs = [
      ["_replyto", ["nonsense", "ada@example.com"]],
      ["replyto", "eve@example.com"],
    ];
    expect(findReplyTo(fields)).toBe("ada@example.com");
    expect(findAutoReplyAddress(fields)).toBeNull();
  });

  it("don't replace the sender's email", () => {
    expect(findSender([["_replyto", "ada@example.com"]]).email).toBeNull();
  });
});
