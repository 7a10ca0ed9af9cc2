import { expect, test } from "vitest";
import { getForm } from "#lib/forms/forms";
import { Form, FormSummary } from "#lib/forms/schema";
import { SubmissionSummary } from "#lib/submissions/schema";
import { Usage } from "#lib/usage/schema";
import { callApi, dataOf, errorOf, pageOfAnswer } from "#tests/support/contract/api";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import {
  createAttachment,
  createSubmission,
  DEFAULT_TEXT_BYTES,
} from "#tests/support/factories/message-factories";

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace, { now: new Date(Date.now() - 60_000) });
  const path = `/v1/forms/${form.id}`;
  const patch = (body: unknown) => callApi("PATCH", path, { token, body });
  return { workspace, token, form, path, patch };
}

test("an update changes the given properties and keeps the rest, including in uploads", async () => {
  const { form, patch } = await setUp();
  const first = await patch({ settings: { subject: "Hi", uploads: { enabled: true } } });
  const uploads = { enabled: true, retentionDays: 30 };
  const settings = { ...form.settings, subject: "Hi", uploads };
  expect(dataOf(first, 200, Form)).toMatchObject({
    ...form,
    updatedAt: expect.any(Number),
    settings,
  });
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

test("concurrent rotations return two keys, and the form keeps the later one", async () => {
  const { workspace, token, form, path } = await setUp();
  const rotate = () => callApi("POST", `${path}/rotate-key`, { token });
  const answers = await Promise.all([rotate(), rotate()]);
  const keys = answers.map((answer) => dataOf(answer, 200, Form).publicKey);
  expect(new Set([form.publicKey, ...keys]).size).toBe(3);
  expect(keys).toContain((await getForm(workspace.ctx, form.id)).publicKey);
});

test("hides a deleted form immediately, with its messages, files, and counts", async () => {
  const { workspace, token, form, path } = await setUp();
  const kept = await createForm(workspace);
  const keptMessage = await createSubmission(workspace, kept);
  const messages = await Promise.all(
    Array.from({ length: 30 }, () => createSubmission(workspace, form)),
  );
  const [one] = messages;
  if (!one) throw new Error("no message");
  const file = await createAttachment(workspace, one);
  expect((await callApi("DELETE", path, { token })).status).toBe(204);

  const message = `/v1/submissions/${one.id}`;
  errorOf(await callApi("GET", path, { token }), "not_found");
  errorOf(await callApi("PATCH", path, { token, body: { name: "x" } }), "not_found");
  errorOf(await callApi("POST", `${path}/rotate-key`, { token }), "not_found");
  errorOf(await callApi("DELETE", path, { token }), "not_found");
  errorOf(await callApi("GET", message, { token }), "not_found");
  errorOf(await callApi("PATCH", message, { token, body: { read: true } }), "not_found");
  errorOf(await callApi("DELETE", message, { token }), "not_found");
  errorOf(await callApi("GET", `${message}/attachments/${file.id}`, { token }), "not_found");
  const forms = pageOfAnswer(await callApi("GET", "/v1/forms", { token }), FormSummary);
  expect(forms.data.map(({ id }) => id)).toEqual([kept.id]);
  for (const search of ["", "hello"]) {
    const query = { folder: "all", search };
    const answer = await callApi("GET", "/v1/submissions", { token, query });
    expect(pageOfAnswer(answer, SubmissionSummary).data.map(({ id }) => id)).toEqual([
      keptMessage.id,
    ]);
  }
  const ofForm = await callApi("GET", "/v1/submissions", { token, query: { formId: form.id } });
  expect(ofForm.json).toEqual({ data: [], nextCursor: null });
  const usage = dataOf(await callApi("GET", "/v1/usage", { token }), 200, Usage);
  expect(usage).toMatchObject({ accepted: 31, folders: { inbox: 1 } });
  // The deleted form's file counts until cleanup; its messages' text no longer does.
  expect(usage.storageBytes).toBe(file.bytes.byteLength + DEFAULT_TEXT_BYTES);
});

test("the API creates two forms for two identical requests", async () => {
  const { token, form } = await setUp();
  const body = { name: "Twice", recipientIds: form.recipientIds };
  const create = () => callApi("POST", "/v1/forms", { token, body });
  const created = (await Promise.all([create(), create()])).map((one) => dataOf(one, 201, Form));
  expect(new Set(created.map(({ id }) => id)).size).toBe(2);
  expect(new Set(created.map(({ publicKey }) => publicKey)).size).toBe(2);
});

test("returns not_found for one of two concurrent form deletions", async () => {
  const { token, path } = await setUp();
  const answers = await Promise.all([1, 2].map(() => callApi("DELETE", path, { token })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
});

test("a concurrent update doesn't restore a deleted form", async () => {
  const { token, path, patch } = await setUp();
  const [updated, deleted] = await Promise.all([
    patch({ name: "x" }),
    callApi("DELETE", path, { token }),
  ]);
  expect(deleted.status).toBe(204);
  expect([200, 404]).toContain(updated.status);
  errorOf(await callApi("GET", path, { token }), "not_found");
});
