import fc from "fast-check";
import { expect, test } from "vitest";
import { parseOrderedJson, toOrderedObject } from "#lib/core/ordered-json";

const names = fc.oneof(
  fc.string(),
  fc.nat().map(String),
  fc.constantFrom("__proto__", "constructor", "toString", "length", "", "01", "-1", "4294967295"),
);
const entries = fc.uniqueArray(fc.tuple(names, fc.string()), { selector: ([name]) => name });

function toText(pairs: readonly (readonly [string, unknown])[]): string {
  const members = pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${members.join(",")}}`;
}

test("an ordered object keeps the given order for any property names", () => {
  fc.assert(
    fc.property(entries, (pairs) => {
      const object = toOrderedObject(pairs);
      expect(Object.entries(object)).toEqual(pairs);
      expect(JSON.stringify({ fields: object })).toBe(`{"fields":${toText(pairs)}}`);
      for (const [name, value] of pairs)
        expect(Object.hasOwn(object, name) && object[name]).toBe(value);
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    }),
  );
});

test("a repeated name keeps the last value at the first position", () => {
  const object = toOrderedObject([
    ["2", "a"],
    ["1", "b"],
    ["2", "c"],
  ]);
  expect(JSON.stringify(object)).toBe('{"2":"c","1":"b"}');
});

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(names, tie("value")), { selector: ([name]) => name, maxLength: 4 })
      .map(toOrderedObject),
  ),
})).value;

test("ordered JSON round-trips in the same order", () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(parseOrderedJson(text))).toBe(text);
      expect(parseOrderedJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
