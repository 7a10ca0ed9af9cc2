import fc from "fast-check";
import { expect, test } from "vitest";
import { colorStyles, contrastOf, readableAccent } from "#lib/http/pages/colors";

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("any accent stays readable as text and behind a button's text, in light and dark", () => {
  fc.assert(
    fc.property(hex, (accent) => {
      for (const [scheme, backgrounds] of [
        ["light", ["#ffffff", "#f9fafc"]],
        ["dark", ["#0c0e12", "#13161a"]],
      ] as const) {
        const { color, strong, text } = readableAccent(accent, scheme);
        for (const shown of [color, strong])
          for (const other of [...backgrounds, text])
            expect(contrastOf(shown, other)).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test("an accent that is readable already is kept", () => {
  expect(readableAccent("#2751b4", "light").color).toBe("#2751b4");
  expect(readableAccent("#81a8f8", "dark").color).toBe("#81a8f8");
});

test("a theme is one scheme, and auto follows the visitor's device", () => {
  const accent = null;
  expect(colorStyles({ accent, theme: "auto" })).toContain("prefers-color-scheme:dark");
  for (const theme of ["light", "dark"] as const) {
    const styles = colorStyles({ accent, theme });
    expect(styles).toContain(`color-scheme:${theme};`);
    expect(styles).not.toContain("@media");
  }
});
