import { expect, test } from "vitest";
import { SaveFieldsInput } from "#lib/fields/schema";
import { duplicateForm } from "#lib/forms/create-form";
import { saveFields } from "#lib/forms/form-fields";
import { getPage, savePage } from "#lib/forms/form-page";
import { FormPage, SavePageInput, UNSAVED_PAGE } from "#lib/forms/page-schema";
import type { FormSettingsInput } from "#lib/forms/schema";
import { forWeb } from "#lib/http/http-types";
import { showHostedForm, showThanks } from "#lib/intake-http/hosted-form";
import { serveIntake } from "#lib/intake-http/serve-intake";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { BROWSER_ACCEPT, openPage, postVisit } from "#tests/support/contract/intake";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import { textOf } from "#tests/support/factories/page-text";

const OWN_ORIGIN = "http://localhost:3000";
const SITE = "https://www.example.com";

async function setUp(settings: FormSettingsInput = {}) {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace, { settings });
  const path = `/v1/forms/${form.id}/page`;
  const save = (body: object) => callApi("POST", path, { token, body });
  const read = async () => dataOf(await callApi("GET", path, { token }), 200, FormPage);
  return { workspace, form, save, read };
}

test("a page has our texts in the visitor's language until it's saved", async () => {
  const { read } = await setUp();
  expect(await read()).toEqual({ revision: null, ...UNSAVED_PAGE });
});

test("a save returns the page with a new revision, and can be saved exactly as it was read", async () => {
  const { workspace, form, save, read } = await setUp();
  const own = { title: "Quote", accent: "#ABCDEF", theme: "dark", language: "de" };
  const first = dataOf(await save({ revision: null, ...own }), 200, FormPage);
  expect(first).toEqual({
    ...UNSAVED_PAGE,
    ...own,
    accent: "#abcdef",
    revision: expect.any(String),
  });
  expect(await read()).toEqual(first);
  const again = dataOf(await save(first), 200, FormPage);
  expect(again).toEqual({ ...first, revision: expect.any(String) });
  errorOf(await save(first), "revision_conflict");
  errorOf(await save({ revision: null }), "revision_conflict");
  const copy = await duplicateForm(workspace.ctx, form.id);
  expect(await getPage(workspace.ctx, copy.id)).toMatchObject({ title: "Quote" });
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
  const answer = await save({ revision: null, ...change });
  expect(errorOf(answer, "validation_failed").paths).toEqual([path]);
});

async function withPage(content: object, settings: FormSettingsInput = {}) {
  const { workspace, form } = await setUp(settings);
  await savePage(workspace.ctx, form.id, SavePageInput.parse({ revision: null, ...content }));
  return { workspace, form };
}

test("the thank-you page has the owner's words and link", async () => {
  const { form } = await withPage({
    thanksTitle: "Got it",
    thanksText: "We answer\nsoon. <b>",
    thanksLinkText: "Back to the shop",
    thanksLinkUrl: "https://www.example.com/shop",
  });
  const page = textOf(await (await openPage(showThanks, form.publicKey)).text());
  expect(page).toContain("<h1><bdi>Got it</bdi></h1>");
  expect(page).toContain("We answer\nsoon. <b>");
  expect(page).toContain('<a href="https://www.example.com/shop">Back to the shop</a>');
});

test("the thank-you page leads back to the sender's page in the visitor's language, unless its owner says where to", async () => {
  const headers = { referer: `${SITE}/contact`, "accept-language": "de" };
  const thanksOf = async ({ form }: Awaited<ReturnType<typeof withPage>>) =>
    textOf(await (await openPage(showThanks, form.publicKey, headers)).text());
  const plain = await thanksOf(await withPage({}));
  expect(plain).toContain(`<a href="${SITE}/contact">Zurück zu www.example.com</a>`);
  expect(plain).not.toContain("Sie können diese Seite schließen.");
  const owned = await thanksOf(await withPage({ thanksLinkUrl: "https://shop.example/next" }));
  expect(owned).toContain('<a href="https://shop.example/next">https://shop.example/next</a>');
  expect(owned).not.toContain("Zurück");
});

function openEmbedded(publicKey: string, show = showHostedForm): Promise<Response> {
  const request = new Request(`${OWN_ORIGIN}/f/${publicKey}?embed=1`, {
    headers: { accept: BROWSER_ACCEPT },
  });
  return forWeb(show)(request, publicKey);
}

test("an embedded form can be framed by the allowed origins only, and submitted there", async () => {
  const { form } = await setUp({ allowedOrigins: [SITE] });
  expect((await openPage(showHostedForm, form.publicKey)).status).toBe(404);
  const page = await openEmbedded(form.publicKey);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain(`frame-ancestors ${SITE};`);
  expect(await page.text()).toContain(`action="/f/${form.publicKey}?embed=1"`);
  const submit = (query: string, origin: string) =>
    forWeb(serveIntake)(
      new Request(`${OWN_ORIGIN}/f/${form.publicKey}${query}`, {
        method: "POST",
        body: new URLSearchParams({ message: "Hello" }),
        headers: { accept: BROWSER_ACCEPT, origin, "x-fis-client-address": "203.0.113.9" },
      }),
      form.publicKey,
      () => undefined,
    );
  expect((await submit("", OWN_ORIGIN)).status).toBe(403);
  expect((await submit("?embed=1", "https://evil.example")).status).toBe(403);
  const sent = await submit("?embed=1", OWN_ORIGIN);
  expect([sent.status, sent.headers.get("location")]).toEqual([
    303,
    `/f/${form.publicKey}/thanks?embed=1`,
  ]);
  const thanks = await openEmbedded(form.publicKey, showThanks);
  expect(thanks.headers.get("content-security-policy")).toContain(`frame-ancestors ${SITE};`);
  expect(await thanks.text()).not.toContain("<footer>");
});

test("an embedded form without a list of origins can be framed anywhere", async () => {
  const { form } = await setUp();
  const { headers } = await openEmbedded(form.publicKey);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors *;");
});

test("a rejected browser sees the error at its field, without scripts and with what was typed", async () => {
  const { workspace, form } = await setUp();
  const fields = [
    { name: "age", type: "number", label: "Your age", min: 18, required: true },
    { name: "note", type: "text", label: "Note" },
  ];
  await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
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
  expect(await fragment.text()).toContain("<li>Your age: must be at least 18.</li>");
});
