import { expect, test } from "vitest";
import { logoPath } from "#lib/forms/logo-rules";
import { UNSAVED_PAGE } from "#lib/forms/page-schema";
import { shutPage, thanksPage } from "#lib/http/pages/message-page";
import { pageHeaders } from "#lib/http/pages/respond";
import { ENGLISH_TONGUE } from "#lib/http/pages/words/tongues";
import { HOSTILE, tagsOf, textOf } from "#tests/support/factories/page-text";

const LOGO = logoPath("KEY", "abc");

type Look = { name?: string; theme?: "auto" | "light" | "dark" };

function thanksWith({ name = "Contact", theme = "auto" }: Look, logo: string | null = LOGO) {
  const page = { ...UNSAVED_PAGE, theme };
  const form = { name, page, logo, tongue: ENGLISH_TONGUE, isEmbedded: false };
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
  const form = { name: "Contact", page: UNSAVED_PAGE, tongue: ENGLISH_TONGUE, isEmbedded: true };
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
