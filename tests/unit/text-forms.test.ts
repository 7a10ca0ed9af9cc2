import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf, JSON_TYPE, parse, URLENCODED } from "#tests/support/contract/parse";

const TEXT = "text/plain";
const fieldsOf = async (type: string, text: string) => (await parse(type, text)).body?.fields;

describe("a form with enctype=text/plain", () => {
  test.each<[string, [string, string | string[]][]]>([
    [
      "name=Ann\nemail=v@example.org\nmessage=hi there\n",
      [
        ["name", "Ann"],
        ["email", "v@example.org"],
        ["message", "hi there"],
      ],
    ],
    [
      "name=Ann\r\nmessage=one\r\n\r\ntwo\r\nlast=\r\n",
      [
        ["name", "Ann"],
        ["message", "one\r\n\r\ntwo"],
        ["last", ""],
      ],
    ],
    ["tags[]=a\r\ntags[]=b\r\n", [["tags[]", ["a", "b"]]]],
    ["Email Address=a=b\r\n", [["Email Address", "a=b"]]],
    [
      "message=see\r\nhttps://example.com/?a=b\r\n=====\r\n  x = 5\r\nend",
      [["message", "see\r\nhttps://example.com/?a=b\r\n=====\r\n  x = 5\r\nend"]],
    ],
    [`message=hi\r\n${"x".repeat(101)}=1`, [["message", `hi\r\n${"x".repeat(101)}=1`]]],
    [
      "__proto__=a\r\n1=b\r\n0=c",
      [
        ["__proto__", "a"],
        ["1", "b"],
        ["0", "c"],
      ],
    ],
  ])("has a field for each line with a name: %j", async (text, fields) => {
    const { body, problem } = await parse(TEXT, text);
    expect(problem).toBeNull();
    expect(body).toMatchObject({ kind: "text", fields });
  });

  test("keeps any values without a line like a name’s", async () => {
    const value = fc
      .string({ unit: "grapheme" })
      .map((text) => text.replaceAll("=", "").replaceAll("\ufeff", ""));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 5 }), async (values) => {
        const sent = values.map((text, at) => `f${at}=${text}\r\n`).join("");
        const expected = values.map((text, at) => [`f${at}`, text.replaceAll("\0", "")]);
        expect(await fieldsOf(TEXT, `first=x\r\n${sent}`)).toEqual([["first", "x"], ...expected]);
      }),
    );
  });

  test("is empty without any name", async () => {
    expect(await codeOf(parse(TEXT, "hello"))).toBe("empty_submission");
    expect(await codeOf(parse(TEXT, ""))).toBe("empty_submission");
  });
});

describe("a JSON object", () => {
  test.each([TEXT, URLENCODED, JSON_TYPE])("counts as JSON in a %s body", async (type) => {
    for (const space of ["", " \r\n"]) {
      const { body } = await parse(type, `${space}{"name":"Ann & Bob","note":"a=b"}`);
      expect(body).toMatchObject({
        kind: "json",
        fields: [
          ["name", "Ann & Bob"],
          ["note", "a=b"],
        ],
      });
    }
  });

  test("that is broken is a form if it can be one, else invalid JSON", async () => {
    expect(await codeOf(parse(TEXT, '{"a":'))).toBe("invalid_json");
    expect(await codeOf(parse(URLENCODED, '{"a":'))).toBe("invalid_json");
    expect(await fieldsOf(URLENCODED, "{a=1&b=2")).toEqual([
      ["{a", "1"],
      ["b", "2"],
    ]);
  });
});
