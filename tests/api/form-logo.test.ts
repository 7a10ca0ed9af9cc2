import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import { deleteForm, rotateFormKey } from "#lib/domain/forms/forms";
import { getPage, savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { forWeb } from "#lib/entry/http/http-types";
import { showHostedForm, showThanks } from "#lib/entry/intake/hosted-form";
import { showLogo } from "#lib/entry/intake/show-logo";
import { BROWSER_ACCEPT, openPage, postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { createOwnForm } from "#tests/support/factories/factories";
import { removeLogo, saveLogo } from "#tests/support/factories/logo-factories";
import { PNG, readZip, SAMPLES } from "#tests/support/factories/sample-files";
import { changeSettings } from "#tests/support/setup/change-settings";

const KB = 1024;
const ORIGIN = "http://localhost:3000";
/** A valid image of any size: decoders ignore what follows its end. */
const padded = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);

async function setUp() {
  const { ctx, form } = await createOwnForm();
  const save = (file: Buffer = PNG) => saveLogo(ctx, form.id, new Uint8Array(file));
  const urlOf = async () => (await getPage(ctx, form.id)).logoUrl ?? "";
  return { ctx, form, save, urlOf };
}

/** Requests a logo like the page that shows it. */
function open(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(url, { headers });
  return forWeb(showLogo)(request, /\/f\/([^/]+)\/logo/.exec(url)?.[1] ?? "");
}

const pathOf = (publicKey: string) => `${ORIGIN}/f/${publicKey}/logo`;

const PAGE = Buffer.from("<!doctype html><script>alert(document.domain)</script>");

test.each([
  ["PNG", "image/png", PNG],
  ["JPEG", "image/jpeg", SAMPLES.jpg],
  ["WebP", "image/webp", SAMPLES.webp],
  ["PNG that is also a page", "image/png", Buffer.concat([PNG, PAGE])],
])(
  "a %s is stored, and served as %s: never sniffed, and without scripts",
  async (_, type, sample) => {
    const { form, save, urlOf } = await setUp();
    expect(await urlOf()).toBe("");
    const file = sample ?? Buffer.alloc(0);
    await save(file);
    const url = await urlOf();
    expect(url).toMatch(new RegExp(`^${ORIGIN}/f/${form.publicKey}/logo\\?v=[\\w-]{16}$`));
    const response = await open(url, { accept: BROWSER_ACCEPT });
    expect(response.status).toBe(200);
    expect(file.equals(await response.bytes())).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": type,
      "content-length": String(file.length),
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
      etag: expect.stringMatching(/^"[\w-]{16}"$/),
    });
  },
);

test.each<[string, Buffer]>([
  ["nothing", Buffer.alloc(0)],
  ["text", Buffer.from("hello")],
  ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  [
    "XML with an SVG",
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ["HTML around an image", Buffer.concat([Buffer.from("<script>"), PNG])],
  ["the beginning of a PNG", PNG.subarray(0, 7)],
  ["a GIF", SAMPLES.gif ?? PNG],
  ["an HEIC", SAMPLES.heic ?? PNG],
  ["a PDF", SAMPLES.pdf ?? PNG],
  ["a ZIP", SAMPLES.zip ?? PNG],
])("%s is rejected, whatever its name, and the old logo stays", async (_, file) => {
  const { save, urlOf } = await setUp();
  await save();
  const before = await urlOf();
  await expectRejection(save(file), "validation_failed", {
    details: [{ path: "logo", message: "must be a PNG, JPEG, or WebP image" }],
  });
  expect(await urlOf()).toBe(before);
});

test("a logo has at most 200 KB, also by the table's own rule", async () => {
  const { ctx, form, save } = await setUp();
  await save(padded(200 * KB));
  await expect(save(padded(200 * KB + 1))).rejects.toMatchObject({
    details: [{ path: "logo", message: "must be at most 200 KB" }],
  });
  const change = db().formLogo.updateMany({
    where: { workspaceId: ctx.workspaceId, formId: form.id },
    data: { bytes: new Uint8Array(padded(200 * KB + 1)) },
  });
  await expect(change).rejects.toThrow(/form_logos_bytes_check/);
});

test("browsers keep a logo for a day, and a changed one has another address", async () => {
  const { form, save, urlOf } = await setUp();
  await save();
  const url = await urlOf();
  const first = await open(url);
  expect(first.headers.get("cache-control")).toBe("public, max-age=86400, immutable");
  const etag = first.headers.get("etag") ?? "";
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`]) {
    const again = await open(url, { "if-none-match": known });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  expect((await open(url, { "if-none-match": '"other"' })).status).toBe(200);
  await save(SAMPLES.webp);
  expect(await urlOf()).not.toBe(url);
  // The old address has the new logo, for pages that are still open.
  for (const old of [url, pathOf(form.publicKey)]) {
    const { status, headers } = await open(old, { "if-none-match": etag });
    expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(headers.get("cache-control")).toBe("no-cache");
  }
});

test("the hosted form, the thank-you page, and an error show the logo, and only then allow images", async () => {
  const { form, save, urlOf } = await setUp();
  const readAll = async () => [
    await openPage(showHostedForm, form.publicKey),
    await openPage(showThanks, form.publicKey),
    await postVisit(form.publicKey, { form: {} }),
  ];
  for (const page of await readAll()) {
    expect(page.headers.get("content-security-policy")).toContain("img-src data:;");
    expect(await page.text()).not.toContain("<img");
  }
  await save();
  const src = (await urlOf()).replace(ORIGIN, "");
  for (const page of await readAll()) {
    expect(page.headers.get("content-security-policy")).toContain("img-src data: 'self';");
    expect(await page.text()).toContain(`<img src="${src}" alt="${form.name}">`);
  }
});

test("saving the page neither changes nor forges the logo", async () => {
  const { ctx, form, save, urlOf } = await setUp();
  const input = { revision: null, title: "Hi", logoUrl: "https://evil.example/x.png" };
  expect(await savePage(ctx, form.id, SavePageInput.parse(input))).toMatchObject({ logoUrl: null });
  await save();
  const logoUrl = await urlOf();
  const { revision } = await getPage(ctx, form.id);
  const saved = await savePage(ctx, form.id, SavePageInput.parse({ revision, logoUrl: null }));
  expect(saved).toMatchObject({ title: null, logoUrl });
});

test("a removed logo is gone from the page and its address, and removing it again changes nothing", async () => {
  const { ctx, form, save, urlOf } = await setUp();
  await save();
  const url = await urlOf();
  await removeLogo(ctx, form.id);
  await removeLogo(ctx, form.id);
  expect(await urlOf()).toBe("");
  expect((await open(url)).status).toBe(404);
  expect(await (await openPage(showHostedForm, form.publicKey)).text()).not.toContain("<img");
  const { workspaceId } = ctx;
  const where = { workspaceId, action: { startsWith: "form.logo" } };
  const entries = await db().auditEntry.findMany({ where, orderBy: { action: "asc" } });
  expect(entries).toMatchObject([{ action: "form.logo_removed" }, { action: "form.logo_saved" }]);
});

test("a paused form shows its logo, a deleted one doesn't, and a rotated key moves it", async () => {
  const { ctx, form, save, urlOf } = await setUp();
  await save();
  await updateForm(ctx, form.id, { status: "paused" });
  const closed = await openPage(showHostedForm, form.publicKey);
  expect(closed.headers.get("content-security-policy")).toContain("img-src data: 'self';");
  expect(await closed.text()).toContain("<img");
  const url = await urlOf();
  expect((await open(url)).status).toBe(200);
  const { publicKey } = await rotateFormKey(ctx, form.id);
  expect((await open(url)).status).toBe(404);
  expect((await open(pathOf(publicKey))).status).toBe(200);
  await deleteForm(ctx, form.id);
  expect((await open(pathOf(publicKey))).status).toBe(404);
});

test("an unknown key and a malformed one have no logo", async () => {
  for (const key of ["A".repeat(20), "no", "%00", "x".repeat(500)])
    expect((await open(pathOf(key))).status, key).toBe(404);
});

test("an export of the workspace has the logos", async () => {
  const { ctx, form, save } = await setUp();
  await save(SAMPLES.jpg);
  const zip = await new Response(await exportWorkspace(ctx)).arrayBuffer();
  expect(readZip(Buffer.from(zip)).get(`logos/${form.id}.jpeg`)).toEqual(SAMPLES.jpg);
});

test("an address gets 429 once it has asked for too many logos", async () => {
  changeSettings({ intakeIpTotalRateLimit: 2 });
  const { save, urlOf } = await setUp();
  await save();
  const url = await urlOf();
  const ask = () => open(url, { "x-fis-client-address": "203.0.113.91" });
  const statuses = [(await ask()).status, (await ask()).status];
  const rejected = await ask();
  expect([...statuses, rejected.status]).toEqual([200, 200, 429]);
  expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a server with UPLOAD_FILES=0 stores no logos", async () => {
  const { save } = await setUp();
  changeSettings({ uploadFiles: 0 });
  await expectRejection(save(), "uploads_disabled");
});
