import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JSON_TYPE, parse, parseJson } from "#tests/support/contract/parse";

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
