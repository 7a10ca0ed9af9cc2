import { expect, test } from "vitest";
import { getForm } from "#lib/domain/forms/forms";
import { Form, FormSummary } from "#lib/domain/forms/schema";
import { connectTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import { updateForm } from "#lib/domain/forms/update-form";
import { SubmissionSummary } from "#lib/domain/submissions/schema";
import { Usage } from "#lib/domain/usage/schema";
import { callApi, dataOf, errorOf, pageOfAnswer } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { createForm, createOwnForm } from "#tests/support/factories/factories";
import {
  createAttachment,
  createSubmission,
  DEFAULT_TEXT_BYTES,
} from "#tests/support/factories/message-factories";

async function setUp() {
  const { workspace, token, form } = await createOwnForm({ now: new Date(Date.now() - 60_000) });
  const path = `/v1/forms/${form.id}`;
  const patch = (body: unknown) => callApi("PATCH", path, { token, body });
  return { workspace, token, form, path, patch };
}

test("an update changes the given properties and keeps the rest, including in uploads", async () => {
  const { form, patch } = await setUp();
  const first = await patch({ settings: { subject: "Hi", uploads: { enabled: true } } });
  const uploads = { enabled: true, retentionDays: 30 };
  const settings = { ...form.settings, subject: "Hi", uploads };
  const updatedAt = expect.any(Number);
  expect(dataOf(first, 200, Form)).toMatchObject({ ...form, updatedAt, settings });
  const second = dataOf(await patch({ settings: { uploads: { retentionDays: 7 } } }), 200, Form);
  expect(second.settings).toEqual({ ...settings, uploads: { enabled: true, retentionDays: 7 } });
  const third = dataOf(await patch({ name: "Renamed" }), 200, Form);
  expect(third).toMatchObject({ name: "Renamed", status: "active", settings: second.settings });
  expect(third.publicKey).toBe(form.publicKey);
  expect(third.createdAt).toBe(form.createdAt);
  expect(third.updatedAt).toBeGreaterThan(form.updatedAt);
});

test("an update requires a top-level property, and empty settings change nothing", async () => {
  const { form, patch } = await setUp();
  errorOf(await patch({}), "validation_failed");
  for (const settings of [{}, { uploads: {} }])
    expect(dataOf(await patch({ settings }), 200, Form).settings).toEqual(form.settings);
});

test("keeps all concurrent updates of different properties", async () => {
  const { workspace, form, patch } = await setUp();
  const bodies = [
    { name: "Renamed" },
    { status: "paused" },
    { recipientIds: [] },
    { settings: { subject: "Hi" } },
    { settings: { honeypot: "fax" } },
    { settings: { uploads: { enabled: true } } },
    { settings: { uploads: { retentionDays: 7 } } },
  ];
  for (const answer of await Promise.all(bodies.map(patch))) expect(answer.status).toBe(200);
  expect(await getForm(workspace.ctx, form.id)).toMatchObject({
    name: "Renamed",
    status: "paused",
    recipientIds: [],
    settings: { subject: "Hi", honeypot: "fax", uploads: { enabled: true, retentionDays: 7 } },
  });
});

test("stores one of several concurrent recipient lists completely", async () => {
  const { workspace, form, patch } = await setUp();
  const other = (await createForm(workspace)).recipientIds;
  const sets = [form.recipientIds, other, [...other, ...form.recipientIds], []];
  const bodies = [...sets, ...sets].map((recipientIds) => ({ recipientIds }));
  for (const answer of await Promise.all(bodies.map(patch))) expect(answer.status).toBe(200);
  expect(sets).toContainEqual((await getForm(workspace.ctx, form.id)).recipientIds);
});

test("rotating the key replaces only the public key", async () => {
  const { token, form, path } = await setUp();
  const rotated = dataOf(await callApi("POST", `${path}/rotate-key`, { token }), 200, Form);
  expect(rotated.publicKey).not.toBe(form.publicKey);
  expect(rotated).toEqual({ ...form, publicKey: rotated.publicKey, updatedAt: rotated.updatedAt });
});

test("hides a deleted form immediately, with its messages, files, and counts", async () => {
  const { workspace, token, form, path } = await setUp();
  const kept = await createForm(workspace);
  const keptMessage = await createSubmission(workspace, kept);
  const one = await createSubmission(workspace, form);
  await Promise.all(Array.from({ length: 29 }, () => createSubmission(workspace, form)));
  const file = await createAttachment(workspace, one);
  expect((await callApi("DELETE", path, { token })).status).toBe(204);

  const forms = pageOfAnswer(await callApi("GET", "/v1/forms", { token }), FormSummary);
  expect(forms.data).toMatchObject([{ id: kept.id }]);
  for (const search of ["", "hello"]) {
    const query = { folder: "all", search };
    const answer = await callApi("GET", "/v1/submissions", { token, query });
    expect(pageOfAnswer(answer, SubmissionSummary).data).toMatchObject([{ id: keptMessage.id }]);
  }
  const ofForm = await callApi("GET", "/v1/submissions", { token, query: { formId: form.id } });
  expect(ofForm.json).toEqual({ data: [], nextCursor: null });
  const usage = dataOf(await callApi("GET", "/v1/usage", { token }), 200, Usage);
  expect(usage).toMatchObject({ accepted: 31, folders: { inbox: 1 } });
  // The deleted form's file counts until cleanup; its messages' text no longer does.
  expect(usage.storageBytes).toBe(file.bytes.byteLength + DEFAULT_TEXT_BYTES);
});

/** A form as two people see it. */
async function showForm() {
  const { ctx, form } = await createOwnForm();
  const { id, name, recipientIds, settings } = form;
  return { ctx, id, shown: { name, recipientIds, settings } };
}

const WIDGET = {
  siteKey: "0x4AAAAAAAsite",
  secretKey: "0x4AAAAAAAsecret",
  hostnames: ["www.example.com"],
  enabled: true,
};

test("rejects and names changes to properties that have changed since they were read", async () => {
  const { ctx, id, shown } = await showForm();
  const { settings } = shown;
  const days = (retentionDays: number) => ({
    ...shown,
    settings: { ...settings, uploads: { ...settings.uploads, retentionDays } },
  });
  await updateForm(ctx, id, { ...days(5), name: "By one" }, shown);
  const other = updateForm(ctx, id, { ...days(9), name: "By another" }, shown);
  await expectRejection(other, "revision_conflict", {
    details: [{ path: "name" }, { path: "settings.uploads.retentionDays" }],
  });
  expect(await getForm(ctx, id)).toMatchObject({
    name: "By one",
    settings: { uploads: { retentionDays: 5 } },
  });
});

test("rejects one of two concurrent saves of the same property", async () => {
  const { ctx, id, shown } = await showForm();
  const saves = ["A", "B"].map((mine) => updateForm(ctx, id, { ...shown, name: mine }, shown));
  const outcomes = await Promise.allSettled(saves);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("rejects a widget change if the widget was saved since it was read", async () => {
  const { ctx, id } = await showForm();
  const { updatedAt } = await connectTurnstile(ctx, id, WIDGET, { seenAt: null });
  const save = (siteKey: string, seenAt: number | null) =>
    connectTurnstile(ctx, id, { ...WIDGET, siteKey }, { seenAt });
  for (const seen of [null, updatedAt - 1])
    await expectRejection(save("0x4b", seen), "revision_conflict");
  expect((await save("0x4c", updatedAt)).siteKey).toBe("0x4c");
});
