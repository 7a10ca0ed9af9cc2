import { expect, test } from "vitest";
import { StoredFields } from "#lib/fields/schema";
import { showFields } from "#lib/fields/shown-fields";

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
