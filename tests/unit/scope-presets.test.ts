import { expect, test } from "vitest";
import { presetOf, SCOPE_PRESETS } from "../../app/(dashboard)/tokens/scope-groups.ts";

const READS_MESSAGES = /^(submissions|files):/;

test("the preset for assistants has no scope that reads or changes messages, and can set up everything else", () => {
  const preset = SCOPE_PRESETS.find(({ title }) => title === "Set up forms");
  expect(preset?.scopes.filter((scope) => READS_MESSAGES.test(scope))).toEqual([]);
  expect(preset?.scopes).toEqual(
    expect.arrayContaining(["forms:write", "recipients:write", "integrations:write"]),
  );
});

test("every preset is recognized by its scopes", () => {
  for (const preset of SCOPE_PRESETS) expect(presetOf(preset.scopes)).toBe(preset);
});
