import { expect, test } from "vitest";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { savePage } from "#lib/domain/forms/page/form-page";
import { FormPage, SavePageInput, UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import type { FormSettingsInput } from "#lib/domain/forms/schema";
import { showHostedForm, showThanks } from "#lib/entry/intake/hosted-form";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { openPage, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { textOf } from "#tests/support/factories/page-text";

const OWN_ORIGIN = "http://localhost:3000";
const SITE = "https://www.example.com";

async function setUp(settings: FormSettingsInput = {}) {
  const { ctx, token, form } = await createOwnForm({ settings });
  const path = `/v1/forms/${form.id}/page`;
  const save = (body: object) => callApi("POST", path, { token, body });
  const read = async () => dataOf(await callApi("GET", path, { token }), 200, FormPage);
  return { ctx, form, save, read };
}

test("a page has our texts in the visitor's language until it's saved", async () => {
  const { read } = await setUp();
  expect(await read()).toEqual({ revision: null, ...UNSAVED_PAGE });
});

test("a save returns the page with a new revision, and can be saved exactly as it was read", async () => {
  const { save, read } = await setUp();
  const own = { title: "Quote", accent: "#ABCDEF", theme: "dark", language: "de" };
  const first = dataOf(await save({ revision: null, ...own }), 200, FormPage);
  const revision = expect.any(String);
  expect(first).toEqual({ ...UNSAVED_PAGE, ...own, accent: "#abcdef", revision });
  expect(await read()).toEqual(first);
  const again = dataOf(await save(first), 200, FormPage);
  expect(again).toEqual({ ...first, revision });
  errorOf(await save(first), "revision_conflict");
  errorOf(await save({ revision: null }), "revision_conflict");
});

test.each<[string, Record<string, unknown>]>([
  ["title", { title: "" }],
  ["title", { title: "two\nlines" }],
  ["intro", { intro: "x".repeat(1001) }],
  ["button", { button: "x".repeat(61) }],
  ["thanksText", { thanksText: "x".repeat(2001) }],
  ["thanksLinkUrl", { thanksLinkUrl: "javascript:alert(1)" }],
  ["thanksLinkUrl", { thanksLinkUrl: "https://user@example.com" }],
  ["thanksLinkUrl", { thanksLinkUrl: "/thanks" }],
  ["accent", { accent: "red" }],
  ["accent", { accent: "#12345;}body{display:none" }],
  ["theme", { theme: "blue" }],
  ["language", { language: "tlh" }],
])("rejects an invalid %s: %j", async (path, change) => {
  const { save } = await setUp();
  expect(invalidPaths(await save({ revision: null, ...change }))).toEqual([path]);
});

const CONFIRMED = { revision: null, confirmEmail: true };

test.each([
  ["no widget", null],
  ["a widget that is off", { enabled: false }],
  ["a widget that no visitor has passed yet", { verifiedAt: null }],
])("asking to confirm is rejected with %s, and nothing is saved", async (_, widget) => {
  const { form, save, read } = await setUp();
  if (widget) await createVerifiedWidget(form.id, widget);
  errorOf(await save(CONFIRMED), "widget_required");
  expect(await read()).toMatchObject({ confirmEmail: false });
});

test("asking to confirm is saved with a verified widget", async () => {
  const { form, save } = await setUp();
  await createVerifiedWidget(form.id);
  expect(dataOf(await save(CONFIRMED), 200, FormPage)).toMatchObject({ confirmEmail: true });
});

/** The thank-you page of a form whose page was saved. */
async function thanksOf(content: object, headers: Record<string, string> = {}) {
  const { ctx, form } = await createOwnForm();
  await savePage(ctx, form.id, SavePageInput.parse({ revision: null, ...content }));
  return textOf(await (await openPage(showThanks, form.publicKey, headers)).text());
}

test("the thank-you page has the owner's words and link", async () => {
  const page = await thanksOf({
    thanksTitle: "Got it",
    thanksText: "We answer\nsoon. <b>",
    thanksLinkText: "Back to the shop",
    thanksLinkUrl: "https://www.example.com/shop",
  });
  expect(page).toContain("<h1><bdi>Got it</bdi></h1>");
  expect(page).toContain("We answer\nsoon. <b>");
  expect(page).toContain('<a href="https://www.example.com/shop">Back to the shop</a>');
});

test("the thank-you page leads back to the sender's page in the visitor's language, unless its owner says where to", async () => {
  const headers = { referer: `${SITE}/contact`, "accept-language": "de" };
  const plain = await thanksOf({}, headers);
  expect(plain).toContain(`<a href="${SITE}/contact">Zurück zu www.example.com</a>`);
  expect(plain).not.toContain("Sie können diese Seite schließen.");
  const owned = await thanksOf({ thanksLinkUrl: "https://shop.example/next" }, headers);
  expect(owned).toContain('<a href="https://shop.example/next">https://shop.example/next</a>');
  expect(owned).not.toContain("Zurück");
});

const openEmbedded = (publicKey: string, show = showHostedForm) =>
  openPage(show, publicKey, {}, "?embed=1");

test("an embedded form can be framed by the allowed origins only, or anywhere, and submitted there", async () => {
  const { form } = await setUp({ allowedOrigins: [SITE] });
  expect((await openPage(showHostedForm, form.publicKey)).status).toBe(404);
  const page = await openEmbedded(form.publicKey);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain(`frame-ancestors ${SITE};`);
  expect(await page.text()).toContain(`action="/f/${form.publicKey}?embed=1"`);
  const submit = (query: string, origin: string) =>
    postVisit(form.publicKey, { form: { message: "Hello" }, headers: { origin }, query });
  expect((await submit("", OWN_ORIGIN)).status).toBe(403);
  expect((await submit("?embed=1", "https://evil.example")).status).toBe(403);
  const sent = await submit("?embed=1", OWN_ORIGIN);
  expect(sent.status).toBe(303);
  expect(sent.headers.get("location")).toBe(`/f/${form.publicKey}/thanks?embed=1`);
  const thanks = await openEmbedded(form.publicKey, showThanks);
  expect(thanks.headers.get("content-security-policy")).toContain(`frame-ancestors ${SITE};`);
  expect(await thanks.text()).not.toContain("<footer>");
  const { headers } = await openEmbedded((await setUp()).form.publicKey);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors *;");
});

test("a rejected browser sees the error at its field, without scripts and with what was typed", async () => {
  const { ctx, form } = await setUp();
  const fields = [
    { name: "age", type: "number", label: "Your age", min: 18, required: true },
    { name: "note", type: "text", label: "Note" },
  ];
  await saveFields(ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
  const response = await postVisit(form.publicKey, { form: { age: "17", note: "kept" } });
  expect(response.status).toBe(422);
  const page = textOf(await response.text());
  expect(page).toContain('<a href="#f0"><bdi>Your age</bdi></a> must be at least 18.');
  expect(page).toContain('value="17"');
  expect(page).toContain('value="kept"');
  const fragment = await postVisit(form.publicKey, {
    form: { age: "17" },
    headers: { "hx-request": "true" },
  });
  expect(await fragment.text()).toContain("<li><bdi>Your age</bdi> must be at least 18.</li>");
});
