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
    const scalar = fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.boolean());
    const name = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
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
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
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
