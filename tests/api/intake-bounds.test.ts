import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/client-address";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { updateForm } from "#lib/domain/forms/update-form";
import {
  cachedForms,
  findOpenForm,
  isPublicKey,
  type OpenForm,
} from "#lib/domain/intake/open-form";
import { recordRejection, rejectionCounts } from "#lib/domain/intake/rejections";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { getUsage } from "#lib/domain/usage/get-usage";
import { forWeb } from "#lib/entry/http/http-types";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { serveForm } from "#lib/entry/intake/serve-form";
import { serveIntake } from "#lib/entry/intake/serve-intake";
import {
  acceptedId,
  BROWSER_ACCEPT,
  openPage,
  postVisit,
  rejectionCode,
  submitTo,
} from "#tests/support/contract/intake";
import { holdLocks } from "#tests/support/drills/lock-waits";
import { encodeText } from "#tests/support/factories/encode-text";
import { createForm, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { createSubmission, fillSpam } from "#tests/support/factories/message-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

/** A body that records whether it was read. */
function untouchedBody() {
  const state = { isRead: false };
  const stream = new ReadableStream(
    {
      pull(controller) {
        state.isRead = true;
        controller.enqueue(new TextEncoder().encode('{"message":"hello"}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

async function submitStream(publicKey: string, headers: Record<string, string> = {}) {
  const { stream, state } = untouchedBody();
  const request = new Request(`http://localhost:3000/f/${publicKey}`, {
    method: "POST",
    body: stream,
    headers: { "content-type": "application/json", ...headers },
    ...{ duplex: "half" },
  });
  const response = await forWeb(serveIntake)(request, publicKey, () => undefined);
  return { code: response.ok ? null : await rejectionCode(response), ...state };
}

test("rejects an unknown form, a paused form, and a disallowed origin without reading the body", async () => {
  const { form: paused } = await createOwnForm();
  await db().form.updateMany({ where: { id: paused.id }, data: { status: "paused" } });
  const settings = { allowedOrigins: ["https://shop.example.com"] };
  const { form: restricted } = await createOwnForm({ settings });
  const unread = (code: string) => ({ code, isRead: false });
  expect(await submitStream("A".repeat(24))).toEqual(unread("not_found"));
  expect(await submitStream("no key's shape")).toEqual(unread("not_found"));
  expect(await submitStream(paused.publicKey)).toEqual(unread("form_paused"));
  expect(await submitStream(restricted.publicKey)).toEqual(unread("origin_not_allowed"));
});

test("rejects a wrong type, encoding, or size and a rate-limited address without reading the body", async () => {
  const { form } = await createOwnForm();
  const submit = (headers: Record<string, string>) => submitStream(form.publicKey, headers);
  const unread = (code: string) => ({ code, isRead: false });
  expect(await submit({ "content-type": "text/html" })).toEqual(unread("unsupported_media_type"));
  expect(await submit({ "content-encoding": "gzip" })).toEqual(unread("unsupported_media_type"));
  expect(await submit({ "content-length": "262145" })).toEqual(unread("submission_too_large"));
  expect(await submit({})).toEqual({ code: null, isRead: true });
  changeSettings({ intakeIpRateLimit: 0 });
  expect(await submit({})).toEqual(unread("rate_limited"));
});

test.each([
  ["intakeIpRateLimit", "192.0.2.91"],
  ["intakeIpTotalRateLimit", "192.0.2.92"],
  ["intakeFormRateLimit", "192.0.2.93"],
])(
  "the hosted form says before anyone writes that %s is reached, and counts nothing",
  async (limit, address) => {
    const { form } = await createOwnForm();
    const look = () =>
      openPage(showHostedForm, form.publicKey, { [CLIENT_ADDRESS_HEADER]: address });
    changeSettings({ [limit]: 1 });
    for (let looks = 0; looks < 2; looks += 1) expect((await look()).status).toBe(200);
    const sent = await postVisit(form.publicKey, { json: { message: "hi" }, address });
    expect(sent.status).toBe(200);
    const page = await look();
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    const text = await page.text();
    expect(text).toContain("can’t accept messages right now");
    expect(text).not.toContain("<textarea");
  },
);

test("limits an IP address across all public keys, including malformed ones", async () => {
  const { form } = await createOwnForm();
  const submit = async (publicKey: string, address = "192.0.2.77") =>
    rejectionCode(await postVisit(publicKey, { json: { message: "" }, address }));
  changeSettings({ intakeIpTotalRateLimit: 4 });
  expect(await submit("A".repeat(24))).toBe("not_found");
  expect(await submit("B".repeat(24))).toBe("not_found");
  expect(await submit("x".repeat(15_000))).toBe("not_found");
  expect(await submit(form.publicKey)).toBe("empty_submission");
  expect(await submit(form.publicKey)).toBe("rate_limited");
  expect(await submit("C".repeat(24))).toBe("rate_limited");
  expect(await submit("x".repeat(15_000)), "no form can have this key").toBe("not_found");
  expect(await submit(form.publicKey, "192.0.2.78")).toBe("empty_submission");
});

const fields = (values: number, characters: number) =>
  Array.from({ length: values }, (_, n) => ({ name: `f${n}`, content: "x".repeat(characters) }));

test("accepts multipart text of 256 KiB in total", async () => {
  const { workspace, form } = await createOwnForm();
  const nameBytes = 10 * 2 + 3 * 3;
  const rest = 256 * 1024 - nameBytes - 13 * 20_000;
  const full = [...fields(13, 20_000), { name: "r", content: "y".repeat(rest - 1) }];
  const accepted = await postVisit(form.publicKey, { multipart: full });
  expect(accepted.status).toBe(303);
  expect((await getUsage(workspace.ctx)).storageBytes).toBe(256 * 1024);
  const over = [...full, { name: "z", content: "" }];
  const headers = { accept: "application/json" };
  const rejected = await postVisit(form.publicKey, { multipart: over, headers });
  expect(rejected.status).toBe(413);
  expect(await rejectionCode(rejected)).toBe("submission_too_large");
});

test("counts text as storage in any folder until the message is deleted", async () => {
  const { workspace, form } = await createOwnForm();
  const used = async () => (await getUsage(workspace.ctx)).storageBytes;
  const first = await submitTo(form, { größe: "é" });
  expect(await used()).toBe(9);
  await postVisit(form.publicKey, { json: { a: ["b", "cd"], botcheck: "x" } });
  expect(await used()).toBe(13);
  await updateSubmission(workspace.ctx, first, { folder: "archive" });
  expect(await used()).toBe(13);
  await deleteSubmission(workspace.ctx, first);
  expect(await used()).toBe(4);
});

const hit = (publicKey: string, message = "spam") =>
  postVisit(publicKey, { json: { message, botcheck: "x" } });

const stored = (formId: string) => db().submission.count({ where: { formId } });

test("stores 1,000 honeypot hits and only counts further ones, with the same response", async () => {
  const { workspace, form } = await createOwnForm();
  await fillSpam(form, { count: 999 });
  const last = await hit(form.publicKey, "the 1,000th");
  expect(await stored(form.id)).toBe(1_000);
  const further = await hit(form.publicKey, "the 1,001st");
  expect(await stored(form.id)).toBe(1_000);
  expect(further.status).toBe(last.status);
  const shape = ({ headers }: Response) => [...headers.keys()].sort();
  expect(shape(further)).toEqual(shape(last));
  expect(await acceptedId(further)).toMatch(/^[0-9a-f-]{36}$/);
  const [note] = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
  expect(note).toMatchObject({ code: "honeypot_full", count: 1 });
  expect((await getUsage(workspace.ctx)).spam).toBe(1);
});

test.each([
  ["honeypot", { message: "spam", botcheck: "x" }],
  ["blocked_word", { message: "casino" }],
])("a form stores up to 20 MB of text of spam that is caught by the %s", async (reason, json) => {
  const { ctx, form } = await createOwnForm();
  await updateForm(ctx, form.id, { blockedWords: ["casino"] });
  const bytes = 20_000_000 - "message".length - json.message.length;
  await fillSpam(form, { reason, bytes });
  for (let n = 0; n < 2; n += 1) await postVisit(form.publicKey, { json });
  expect(await stored(form.id)).toBe(2);
});

test("doesn't count messages as honeypot hits that were moved to spam manually", async () => {
  const { workspace, form } = await createOwnForm();
  await fillSpam(form, { count: 999 });
  await createSubmission(workspace, form, { folder: "spam", spamReason: "manual" });
  await hit(form.publicKey);
  expect(await stored(form.id)).toBe(1_001);
});

test("a full honeypot doesn't limit messages or other forms, and stores new hits after spam is deleted", async () => {
  const { workspace, form } = await createOwnForm();
  const other = await createForm(workspace);
  await fillSpam(form, { count: 999 });
  const { id } = await createSubmission(workspace, form, { folder: "spam" });
  await hit(form.publicKey);
  expect(await stored(form.id)).toBe(1_000);
  expect((await postVisit(form.publicKey, { json: { message: "hello" } })).status).toBe(200);
  await hit(other.publicKey);
  expect(await stored(form.id)).toBe(1_001);
  expect(await stored(other.id)).toBe(1);
  await deleteSubmission(workspace.ctx, id);
  await hit(form.publicKey, "kept again");
  expect(await stored(form.id)).toBe(1_001);
});

test("a workspace stores no more hits of any form once it has 100 MB of spam, and goes on storing messages", async () => {
  const { workspace, form } = await createOwnForm();
  const [other, elsewhere] = [await createForm(workspace), await createOwnForm()];
  const counted = { workspaceId: workspace.id, formId: form.id, folder: "spam", slot: 99 };
  const textBytes = 100_000_000 - "message".length - "spam".length;
  await db().messageCount.create({ data: { ...counted, total: 1, unread: 0, textBytes } });
  for (let n = 0; n < 2; n += 1) await hit(other.publicKey);
  expect(await stored(other.id)).toBe(1);
  expect((await postVisit(other.publicKey, { json: { message: "hello" } })).ok).toBe(true);
  await hit(elsewhere.form.publicKey);
  expect(await stored(elsewhere.form.id)).toBe(1);
  await db().messageCount.deleteMany({ where: counted });
  await hit(other.publicKey);
  expect(await stored(other.id)).toBe(3);
});

const NOW = new Date("2026-11-21T10:00:30.000Z");

test("records of rejected submissions hold at most 10,000 keys in memory while the database is slow", async () => {
  const holder = await holdLocks("LOCK TABLE rejected_submissions");
  const key = (n: number) => n.toString(36).padStart(20, "0");
  // The first write waits for the lock, and the others wait for the first.
  const records = Array.from({ length: 10_500 }, (_, n) =>
    recordRejection(key(n), "rate_limited", null, NOW),
  );
  expect(rejectionCounts.pending.size).toBe(10_000);
  await holder.query("COMMIT");
  await Promise.all(records);
  expect(rejectionCounts.pending.size).toBe(0);
});

test("a public key has 16 to 40 letters and digits", () => {
  for (const key of ["a".repeat(16), "Z9".repeat(20)]) expect(isPublicKey(key)).toBe(true);
  for (const key of ["", "a".repeat(15), "a".repeat(41), "a".repeat(15_000), `${"a".repeat(20)}-`])
    expect(isPublicKey(key)).toBe(false);
});

test("the cache holds at most 1,000 forms and evicts the least recently read one", async () => {
  const { publicKey } = await createForm(await createWorkspace());
  cachedForms.clear();
  const form = (await findOpenForm(publicKey)) as OpenForm;
  cachedForms.clear();
  for (let n = 0; n < 1_000; n += 1) cachedForms.set(`form-${n}`, form);
  await findOpenForm(publicKey);
  expect(cachedForms.size).toBe(1_000);
  expect(cachedForms.has("form-0")).toBe(false);
  expect(cachedForms.has(publicKey)).toBe(true);
  cachedForms.clear();
});

const URLENCODED = "application/x-www-form-urlencoded";

const BROWSER = { accept: BROWSER_ACCEPT };

async function openForm(settings = {}) {
  const { workspace, form } = await createOwnForm({ settings });
  const stored = () => db().submission.findMany({ where: { formId: form.id } });
  const findings = () => diagnoseForm({ ...workspace.ctx, now: new Date() }, form.id);
  return { workspace, form, stored, findings };
}

test("a message in an encoding that no one named is stored as it was meant, and its owner is told", async () => {
  const { workspace, form, stored, findings } = await openForm();
  const raw = "nomeCliente=Jo%E3o&observa%E7%E3o=cora%E7%E3o";
  const response = await postVisit(form.publicKey, {
    raw,
    contentType: URLENCODED,
    headers: BROWSER,
  });
  expect(response.status).toBe(303);
  const [{ id = "" } = {}] = await stored();
  const submission = await getSubmission(workspace.ctx, id);
  expect(submission).toMatchObject({
    guessedCharset: "windows-1252",
    fields: { nomeCliente: "João", observação: "coração" },
  });
  const { message } = await getInboxMessage(workspace.ctx, id);
  expect(message.guessedCharset).toBe("windows-1252");
  expect(await findings()).toContainEqual(
    expect.objectContaining({
      id: "charset_guessed",
      what: expect.stringContaining("“windows-1252”"),
      fix: expect.stringContaining('accept-charset="utf-8"'),
    }),
  );
});

test("the browser's languages decide between encodings that fit equally well", async () => {
  const { form, stored } = await openForm();
  const raw = encodeText("name=Dvořák", "windows-1250");
  for (const language of ["cs-CZ,cs;q=0.9,en;q=0.8", "da"])
    await postVisit(form.publicKey, {
      raw,
      contentType: URLENCODED,
      headers: { "accept-language": language },
    });
  const names = (await stored()).map(({ name, guessedCharset }) => [name, guessedCharset]);
  expect(names).toContainEqual(["Dvořák", "windows-1250"]);
});

test("messages in UTF-8 say that nothing was guessed, also among others in one batch", async () => {
  const { form, stored, findings } = await openForm();
  const names = ["Jos%C3%A9", "Ren%E9", "Ann", "%CF%F0%E8%E2%E5%F2"];
  await Promise.all(
    names.map((name) =>
      postVisit(form.publicKey, { raw: `name=${name}`, contentType: URLENCODED }),
    ),
  );
  const found = (await stored()).map(({ name, guessedCharset }) => [name, guessedCharset]);
  expect(new Map(found.map(([name = "", charset]) => [name, charset]))).toEqual(
    new Map([
      ["José", null],
      ["René", "windows-1252"],
      ["Ann", null],
      ["Привет", "windows-1251"],
    ]),
  );
  expect(await findings()).toContainEqual(
    expect.objectContaining({
      id: "charset_guessed",
      what: expect.stringContaining("“windows-1251”, “windows-1252”"),
    }),
  );
});

test("the error page shows decoded text and names", async () => {
  const { form } = await openForm();
  const raw = `observa%E7%E3o=Jo%E3o&message=${"x".repeat(20_001)}`;
  const response = await postVisit(form.publicKey, {
    raw,
    contentType: URLENCODED,
    headers: BROWSER,
  });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('name="observação" value="João"');
});

test("a form with enctype=text/plain gets the answer of a form, and its owner is told", async () => {
  const { form, stored, findings } = await openForm();
  const raw = "name=Ann\nemail=v@example.org\nmessage=hi there\n\nbye\n";
  const response = await postVisit(form.publicKey, {
    raw,
    contentType: "text/plain",
    headers: BROWSER,
  });
  expect(response.status).toBe(303);
  expect(await stored()).toMatchObject([
    {
      fields: [
        ["name", "Ann"],
        ["email", "v@example.org"],
        ["message", "hi there\n\nbye"],
      ],
    },
  ]);
  expect(await findings()).toMatchObject([{ id: "text_form" }]);
  const rejected = await postVisit(form.publicKey, {
    raw: `name=Ann\r\nmessage=${"x".repeat(20_001)}`,
    contentType: "text/plain",
    headers: BROWSER,
  });
  expect(rejected.status).toBe(422);
  expect(await rejected.text()).toContain('value="Ann"');
});

test("a slash at the end of the address changes nothing", async () => {
  const { form, stored } = await openForm();
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    forWeb((request) => serveForm(request, () => undefined))(
      new Request(`http://localhost:3000/f/${form.publicKey}${path}`, {
        method,
        headers: { ...BROWSER, ...headers },
        ...(method === "POST" ? { body: new URLSearchParams({ message: "hi" }) } : {}),
      }),
    );
  const posted = await send("POST", "/?embed=1");
  expect(posted.status).toBe(303);
  expect(await stored()).toHaveLength(1);
  const preflight = await send("OPTIONS", "/", { origin: "https://shop.example.com" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("https://shop.example.com");
  for (const path of ["/", "/thanks/"]) expect((await send("GET", path)).status).toBe(200);
  expect((await send("PUT", "/")).status).toBe(405);
  for (const path of ["//", "/thanks/x"]) expect((await send("GET", path)).status).toBe(404);
});
