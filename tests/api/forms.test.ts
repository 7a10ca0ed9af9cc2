import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { DEFAULT_SETTINGS, Form, FormSummary, FormWithWidget } from "#lib/forms/schema";
import { callApi, dataOf, errorOf, pageOfAnswer } from "#tests/support/contract/api";
import {
  createForm,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

async function setUp() {
  const workspace = await createWorkspace();
  const [token, recipient] = await Promise.all([
    createToken(workspace),
    createVerifiedRecipient(workspace),
  ]);
  return { workspace, token, recipient };
}

test("creates an active form with a public key, a trimmed name, and default settings", async () => {
  const { token, recipient } = await setUp();
  const before = Date.now();
  const body = { name: "  Contact  ", recipientIds: [recipient.id] };
  const form = dataOf(await callApi("POST", "/v1/forms", { token, body }), 201, Form);
  expect(form).toMatchObject({
    name: "Contact",
    status: "active",
    recipientIds: [recipient.id],
    settings: {
      subject: "New form submission",
      allowedOrigins: [],
      redirectUrl: "",
      honeypot: "botcheck",
      messageRetentionDays: null,
      uploads: { enabled: false, retentionDays: 30 },
    },
  });
  expect(form.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(form.publicKey).toMatch(/^[0-9A-Za-z]{24}$/);
  expect(form.createdAt).toBeGreaterThanOrEqual(before);
  expect(form.updatedAt).toBe(form.createdAt);
});

test("creating a form keeps the given settings and uses defaults for the rest", async () => {
  const { token, recipient } = await setUp();
  const settings = { honeypot: "fax", uploads: { enabled: true } };
  const body = { name: "Contact", recipientIds: [recipient.id], settings };
  const form = dataOf(await callApi("POST", "/v1/forms", { token, body }), 201, Form);
  expect(form.settings).toEqual({
    ...DEFAULT_SETTINGS,
    honeypot: "fax",
    uploads: { enabled: true, retentionDays: 30 },
  });
});

test("returns the widget and the public key with a single form, but not in lists", async () => {
  const { workspace, token } = await setUp();
  const form = await createForm(workspace);
  const read = dataOf(await callApi("GET", `/v1/forms/${form.id}`, { token }), 200, FormWithWidget);
  expect(read).toEqual({ ...form, turnstile: null });
  const page = pageOfAnswer(await callApi("GET", "/v1/forms", { token }), FormSummary);
  const { publicKey: _, ...summary } = form;
  expect(page).toEqual({ data: [summary], nextCursor: null });
});

test("paginates forms newest first without duplicates", async () => {
  const { workspace, token, recipient } = await setUp();
  const start = Date.now() - 60_000;
  const created = [];
  // Three forms share a millisecond, so their ids decide the order.
  for (const offset of [0, 1, 2, 2, 2, 3, 4])
    created.push(
      await createForm(workspace, { recipientIds: [recipient.id], now: new Date(start + offset) }),
    );
  await createForm(await createWorkspace());
  const expected = created.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : b.createdAt - a.createdAt,
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: "2", ...(cursor ? { cursor } : {}) };
    const page = pageOfAnswer(await callApi("GET", "/v1/forms", { token, query }), FormSummary);
    expect(page.data.length).toBe(page.nextCursor === null ? 1 : 2);
    if (page.nextCursor) expect(page.nextCursor).toMatch(/^\d{13}:[0-9a-f-]{36}$/);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(expected.map(({ id }) => id));
});

test("returns no cursor when a full page ends at the last form", async () => {
  const { workspace, token } = await setUp();
  await createForm(workspace);
  await createForm(workspace);
  const page = await callApi("GET", "/v1/forms", { token, query: { limit: "2" } });
  expect(pageOfAnswer(page, FormSummary)).toMatchObject({ nextCursor: null });
});

test("a form list cursor stays valid when forms are created, updated, and deleted", async () => {
  const { workspace, token, recipient } = await setUp();
  const at = (offset: number) =>
    createForm(workspace, {
      recipientIds: [recipient.id],
      now: new Date(Date.now() - 60_000 + offset),
    });
  const [oldest, middle, newest] = [await at(0), await at(1), await at(2)];
  const query = { limit: "1" };
  const first = pageOfAnswer(await callApi("GET", "/v1/forms", { token, query }), FormSummary);
  expect(first.data[0]?.id).toBe(newest.id);
  await callApi("DELETE", `/v1/forms/${newest.id}`, { token });
  await callApi("PATCH", `/v1/forms/${oldest.id}`, { token, body: { name: "Renamed" } });
  await at(3);
  const next = { limit: "5", cursor: first.nextCursor ?? "" };
  const rest = pageOfAnswer(await callApi("GET", "/v1/forms", { token, query: next }), FormSummary);
  expect(rest.data.map(({ id }) => id)).toEqual([middle.id, oldest.id]);
});

test("the form list has a default limit of 25 and a maximum of 100", async () => {
  const { workspace, token, recipient } = await setUp();
  const forms = Array.from({ length: 26 }, () =>
    createForm(workspace, { recipientIds: [recipient.id] }),
  );
  await Promise.all(forms);
  const page = pageOfAnswer(await callApi("GET", "/v1/forms", { token }), FormSummary);
  expect(page.data).toHaveLength(25);
  const all = await callApi("GET", "/v1/forms", { token, query: { limit: "100" } });
  expect(pageOfAnswer(all, FormSummary).data).toHaveLength(26);
  const over = await callApi("GET", "/v1/forms", { token, query: { limit: "101" } });
  expect(errorOf(over, "validation_failed").paths).toEqual(["limit"]);
});

test("accepts a form list cursor that matches no form and continues from its position", async () => {
  const { workspace, token } = await setUp();
  const form = await createForm(workspace);
  const ahead = { cursor: `${Date.now() + 60_000}:${newId()}` };
  const behind = { cursor: `0000000000001:${newId()}` };
  const later = pageOfAnswer(
    await callApi("GET", "/v1/forms", { token, query: ahead }),
    FormSummary,
  );
  expect(later.data.map(({ id }) => id)).toEqual([form.id]);
  const none = pageOfAnswer(
    await callApi("GET", "/v1/forms", { token, query: behind }),
    FormSummary,
  );
  expect(none).toEqual({ data: [], nextCursor: null });
});
