import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { makeSearchText } from "#lib/core/fields/search-text";
import { contentDigest, makePreview } from "#lib/domain/intake/fields";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const digest = (fields: FieldPairs, files: Parameters<typeof contentDigest>[1] = []) =>
  hex(contentDigest(fields, files));
const file = (field: string, filename: string, content: string) => ({
  field,
  filename,
  bytes: Buffer.from(content),
});

const anyFields = fc
  .uniqueArray(fc.tuple(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))), {
    selector: ([name]) => name,
    maxLength: 8,
  })
  .map((pairs) => pairs.map(([name, value]): FieldPairs[number] => [name, value]));

describe("the content digest", () => {
  test("ignores the order of the fields", () => {
    fc.assert(
      fc.property(
        anyFields.chain((fields) =>
          fc.tuple(
            fc.constant(fields),
            fc.shuffledSubarray(fields, { minLength: fields.length, maxLength: fields.length }),
          ),
        ),
        ([fields, shuffled]) => {
          expect(digest(shuffled)).toBe(digest(fields));
        },
      ),
    );
  });

  test("differs if any name or value differs", () => {
    const canonical = (fields: FieldPairs) =>
      JSON.stringify(
        fields
          .map(([name, value]) => [name, [value].flat()] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    fc.assert(
      fc.property(anyFields, anyFields, (one, other) => {
        fc.pre(canonical(one) !== canonical(other));
        expect(digest(one)).not.toBe(digest(other));
      }),
    );
    expect(digest([["a", "bc"]])).not.toBe(digest([["ab", "c"]]));
    expect(digest([["a", ["b", "c"]]])).not.toBe(digest([["a", ["c", "b"]]]));
    expect(digest([["a", []]])).not.toBe(digest([]));
  });

  test("treats a list with one entry like that entry", () => {
    expect(digest([["a", ["b"]]])).toBe(digest([["a", "b"]]));
  });

  test("depends on the field, name, and content of files, and on their order within a field", () => {
    const cv = file("cv", "cv.pdf", "one");
    const photo = file("photo", "me.png", "two");
    expect(digest([], [cv, photo])).toBe(digest([], [photo, cv]));
    expect(digest([], [cv])).not.toBe(digest([], []));
    expect(digest([], [cv])).not.toBe(digest([], [{ ...cv, field: "other" }]));
    expect(digest([], [cv])).not.toBe(digest([], [{ ...cv, filename: "CV.pdf" }]));
    expect(digest([], [cv])).not.toBe(digest([], [file("cv", "cv.pdf", "One")]));
    const second = file("cv", "b.pdf", "x");
    expect(digest([], [cv, second])).not.toBe(digest([], [second, cv]));
  });
});

describe("the preview", () => {
  test("is the message on one line, if there is a message", () => {
    expect(
      makePreview([
        ["name", "Ada"],
        ["topic", "Hello"],
        ["Message", "  first\r\n\tsecond\u0000\u0085third  "],
      ]),
    ).toBe("first second third");
    expect(
      makePreview([
        ["body", "body"],
        ["Comments", "comments"],
      ]),
    ).toBe("comments");
  });

  test("falls back to the other values, and to the name and email if there are none", () => {
    const sender: FieldPairs = [
      ["name", "Ada"],
      ["email", "ada@example.com"],
    ];
    expect(makePreview([...sender, ["message", " "], ["topic", ["Tea", "", "Cake"]]])).toBe(
      "Tea · Cake",
    );
    expect(
      makePreview([
        ["email", "ada@example.com"],
        ["consent", "true"],
      ]),
    ).toBe("consent: true");
    expect(makePreview(sender)).toBe("Ada · ada@example.com");
    expect(makePreview([])).toBe("");
  });

  test("has one line of at most 160 characters for any input", () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const preview = makePreview(fields);
        expect(Array.from(preview).length).toBeLessThanOrEqual(160);
        expect(preview).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
    expect(makePreview([["message", "😀".repeat(161)]])).toBe("😀".repeat(160));
  });
});

test("the search text contains every value in folded case, separated from the others", () => {
  expect(
    makeSearchText([
      ["name", "ÄDA"],
      ["topics", ["ΟΔΟΣ", "Cake\u001f"]],
    ]),
  ).toBe("äda\u001fοδοσ\u001fcake ");
});
