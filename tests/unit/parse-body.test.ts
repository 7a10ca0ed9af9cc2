import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { contentDigest } from "#lib/domain/intake/fields";
import { looksLikeJson } from "#lib/entry/intake/read-json";
import {
  codeOf,
  JSON_TYPE,
  parse,
  parseJson,
  parsePairs,
  URLENCODED,
} from "#tests/support/contract/parse";
import { anyText } from "#tests/support/factories/any-text";

describe("a JSON submission", () => {
  test("keeps names in order, values as text, numbers as written, and lists", async () => {
    const text = `{"b": "x", "10": 1.50, "2": -1e400, "yes": true, "no": false, "gone": null,
      "list": ["a", 2, null, true], "one": ["x"], "none": [], "big": 12345678901234567890}`;
    const { body, problem } = await parse(JSON_TYPE, text);
    expect(problem).toBeNull();
    expect(body?.fields).toEqual([
      ["b", "x"],
      ["10", "1.50"],
      ["2", "-1e400"],
      ["yes", "true"],
      ["no", "false"],
      ["list", ["a", "2", "true"]],
      ["one", ["x"]],
      ["none", []],
      ["big", "12345678901234567890"],
    ]);
  });

  test("returns any flat object with any names", async () => {
    const scalar = fc.oneof(anyText(), fc.integer(), fc.boolean());
    const name = fc.oneof(
      anyText({ minLength: 1, maxLength: 60 }),
      fc.constantFrom("__proto__", "constructor", "toString", "0", "42", "a,b", 'q"{}[]:\\'),
    );
    const pairs = fc.uniqueArray(fc.tuple(name, fc.oneof(scalar, fc.array(scalar))), {
      selector: ([key]) => key,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(pairs, async (sent) => {
        const members = sent.map(
          ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
        );
        const clean = (text: unknown) => String(text).replaceAll("\u0000", "").toWellFormed();
        const names = sent.map(([key]) => clean(key));
        fc.pre(!names.includes("") && new Set(names).size === names.length);
        const { body } = await parse(JSON_TYPE, `\n{ ${members.join(" , ")} }\t`);
        expect(body?.fields).toEqual(
          sent.map(([key, value]) => [
            clean(key),
            Array.isArray(value) ? value.map(clean) : clean(value),
          ]),
        );
      }),
    );
  });

  test("keeps every value of a repeated name", async () => {
    const { body } = await parse(JSON_TYPE, '{"a": 1, "b": 2, "a": [3, 4]}');
    expect(body?.fields).toEqual([
      ["a", ["1", "3", "4"]],
      ["b", "2"],
    ]);
  });

  test.each(["", "{", "{'a': 1}", '{"a": 1}x', '{"a": undefined}'])(
    "returns invalid_json for %j and keeps no values",
    async (text) => {
      const parsed = await parse(JSON_TYPE, text);
      expect(parsed.problem?.code).toBe("invalid_json");
      expect(parsed.body).toBeNull();
    },
  );

  test.each(["[]", "null", '"text"', "1"])(
    "returns validation_failed for %j because it isn't an object",
    async (text) => {
      const parsed = await parse(JSON_TYPE, text);
      expect(parsed.problem?.code).toBe("validation_failed");
      expect(parsed.problem?.details).toEqual([{ path: "", message: expect.any(String) }]);
      expect(parsed.body).toBeNull();
    },
  );

  test("treats a honeypot value of false as empty, for unchecked checkboxes", async () => {
    for (const [value, held] of [
      [false, ""],
      [[false], "false"],
      [true, "true"],
      ["false", "false"],
      [0, "0"],
    ] as const) {
      const { body } = await parseJson({ botcheck: value, message: "kept", agree: false });
      expect(body?.honeypot).toBe(held);
      expect(body?.fields).toContainEqual(["agree", "false"]);
    }
  });
});

describe("a URL-encoded submission", () => {
  test("returns any names and values, with repeated names as a list at the first position", async () => {
    const text = anyText({ minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 20 }), async (sent) => {
        const clean = (each: string) => each.replaceAll("\u0000", "").toWellFormed();
        fc.pre(sent.every(([name]) => clean(name) !== ""));
        const expected = new Map<string, string[]>();
        for (const [name, value] of sent)
          expected.set(clean(name), [...(expected.get(clean(name)) ?? []), clean(value)]);
        const { body } = await parsePairs(sent);
        expect(body?.fields).toEqual(
          [...expected].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
        );
      }),
    );
  });

  test("parses any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        // What begins like a JSON object is JSON, and may be broken.
        fc.pre(!looksLikeJson(Buffer.from(bytes).toString("latin1")));
        expect((await parse(URLENCODED, bytes)).body).not.toBeNull();
      }),
    );
  });

  test("keeps __proto__, constructor, and numbers as regular names in the order sent", async () => {
    const names = ["z", "__proto__", "2", "constructor", "1", "hasOwnProperty"];
    const { body } = await parsePairs(names.map((name) => [name, name] as const));
    expect(body?.fields).toEqual(names.map((name) => [name, name]));
  });

  test("rejects more than 100,000 repeats of a name within 3 seconds", async () => {
    const started = performance.now();
    expect(await codeOf(parse(URLENCODED, "a&".repeat(131_000)))).toBe("too_many_fields");
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test("has the same digest as the same content sent as JSON", async () => {
    const sent: FieldPairs = [
      ["name", "Ada"],
      ["topics", ["a", "b"]],
      ["one", ["x"]],
      ["n", "1.50"],
    ];
    const asForm = await parsePairs(
      sent.flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const)),
    );
    const asJson = await parse(JSON_TYPE, '{"n":1.50,"one":["x"],"topics":["a","b"],"name":"Ada"}');
    expect(contentDigest(asForm.body?.fields ?? [], [])).toEqual(
      contentDigest(asJson.body?.fields ?? [], []),
    );
  });
});

const nest = (levels: number, value: unknown = "x"): unknown =>
  levels === 0 ? value : { a: nest(levels - 1, value) };

describe("nested JSON", () => {
  test.each<[string, [string, string | string[]][]]>([
    [
      '{"address":{"city":"Oslo","zip":150}}',
      [
        ["address.city", "Oslo"],
        ["address.zip", "150"],
      ],
    ],
    [
      '{"items":[{"name":"Tea","n":1},{"name":"Cake"}]}',
      [
        ["items.0.name", "Tea"],
        ["items.0.n", "1"],
        ["items.1.name", "Cake"],
      ],
    ],
    ['{"tags":["a",1,true,null]}', [["tags", ["a", "1", "true"]]]],
    [
      '{"rows":[[1,2],[],["x"]]}',
      [
        ["rows.0", ["1", "2"]],
        ["rows.1", []],
        ["rows.2", ["x"]],
      ],
    ],
    [
      '{"mixed":["a",{"b":null,"c":false},null,["d"]]}',
      [
        ["mixed.0", "a"],
        ["mixed.1.c", "false"],
        ["mixed.3", ["d"]],
      ],
    ],
    ['{"a":{"b":1},"a.b":2,"a":{"b":3}}', [["a.b", ["1", "3", "2"].sort()]]],
    ['{"x":1,"none":{},"null":{"a":null}}', [["x", "1"]]],
    [
      '{"b":{"2":"y","1":"x","__proto__":"p"}}',
      [
        ["b.2", "y"],
        ["b.1", "x"],
        ["b.__proto__", "p"],
      ],
    ],
  ])("%s is flattened in the order written", async (json, fields) => {
    const { body, problem } = await parse(JSON_TYPE, json);
    expect(problem).toBeNull();
    expect(body?.fields).toEqual(fields);
  });

  test("is flattened up to 5 levels, and rejected beyond them with the field’s name", async () => {
    expect((await parseJson({ deep: nest(5) })).body?.fields).toEqual([["deep.a.a.a.a.a", "x"]]);
    expect((await parseJson({ deep: nest(5, ["x"]) })).problem).toBeNull();
    for (const deep of [nest(6), nest(5, [["x"]]), [[[[[[["x"]]]]]]], nest(500)]) {
      const { problem } = await parseJson({ ok: "hi", deep });
      expect(problem).toMatchObject({
        code: "validation_failed",
        details: [
          { path: expect.stringMatching(/^deep\./), message: expect.stringContaining("5 levels") },
        ],
      });
    }
  });

  test("loses no text, wherever it is", async () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), tie("tree"), { maxKeys: 4 }),
        fc.array(tie("tree"), { maxLength: 4 }),
      ),
    }));
    const leaves = (value: unknown): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        const { body } = await parseJson({ value, end: "." });
        const found = body?.fields.flatMap(([, texts]) => texts) ?? [];
        const expected = [...leaves(value), "."].map((text) => String(text).replaceAll("\0", ""));
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});

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
