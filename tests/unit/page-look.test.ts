import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastOf, readableAccent } from "#lib/core/colors";
import { logoPath } from "#lib/domain/forms/file-rules";
import { UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { colorStyles } from "#lib/entry/visitor-pages/colors";
import { shutPage, thanksPage } from "#lib/entry/visitor-pages/message-page";
import { pageHeaders } from "#lib/entry/visitor-pages/respond";
import { ENGLISH_TEXTS } from "#lib/entry/visitor-pages/words/page-texts";
import { HOSTILE, tagsOf, textOf } from "#tests/support/factories/page-text";

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

const LOGO = logoPath("KEY", "abc");

type Look = { name?: string; theme?: "auto" | "light" | "dark" };

function thanksWith({ name = "Contact", theme = "auto" }: Look, logo: string | null = LOGO) {
  const page = { ...UNSAVED_PAGE, theme };
  const owner = { business: null, isBranded: logo !== null };
  const form = { name, ...owner, page, logo, texts: ENGLISH_TEXTS, isEmbedded: false };
  return thanksPage({ nonce: "N", form, back: null, mustConfirm: false });
}

test("a logo is described by the form's name, which can't leave its attribute", () => {
  const plain = tagsOf(thanksWith({}));
  for (const name of HOSTILE) {
    const page = thanksWith({ name });
    expect(tagsOf(page), name).toEqual(plain);
    expect(textOf(page)).toContain(`<img src="${LOGO}" alt="${name}">`);
  }
});

test("a page without a logo has none of its styles", () => {
  expect(thanksWith({}, null)).not.toContain("logo");
});

test("a logo has a light background where the page is dark", () => {
  const plate = ".logo img{background:#fff";
  expect(thanksWith({ theme: "light" })).not.toContain(plate);
  expect(thanksWith({ theme: "dark" })).toContain(`\n${plate}`);
  expect(thanksWith({ theme: "auto" })).toContain(`@media(prefers-color-scheme:dark){${plate}`);
});

test("a logo and what surrounds it add less than half a kilobyte to a page", () => {
  expect(thanksWith({}).length - thanksWith({}, null).length).toBeLessThan(512);
  const owner = { business: null, isBranded: true };
  const look = { ...owner, page: UNSAVED_PAGE, texts: ENGLISH_TEXTS, isEmbedded: true };
  const form = { name: "Contact", ...look };
  const closed = (logo: string | null) =>
    shutPage("closed", { nonce: "N", form: { ...form, logo } });
  expect(closed(LOGO).length - closed(null).length).toBeLessThan(512);
});

test("only a page with a logo may load images, and only our own", () => {
  const policyOf = (logo: boolean) =>
    pageHeaders("N", { logo, embedding: "never" })["Content-Security-Policy"];
  expect(policyOf(false)).toContain("; img-src data:;");
  expect(policyOf(true)).toContain("; img-src data: 'self';");
});
