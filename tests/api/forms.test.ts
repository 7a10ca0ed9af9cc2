import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { DEFAULT_SETTINGS, Form, FormSummary, FormWithWidget } from "#lib/domain/forms/schema";
import { callApi, dataOf, pageOfAnswer, readPages } from "#tests/support/contract/api";
import {
  createForm,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

const minuteAgo = Date.now() - 60_000;

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const recipientIds = [(await createVerifiedRecipient(workspace)).id];
  const create = async (body: object) =>
    dataOf(
      await callApi("POST", "/v1/forms", { token, body: { recipientIds, ...body } }),
      201,
      Form,
    );
  const list = async (query: Record<string, string> = {}) =>
    pageOfAnswer(await callApi("GET", "/v1/forms", { token, query }), FormSummary);
  /** A form that was created this many milliseconds after a minute ago. */
  const createAt = (offset: number) =>
    createForm(workspace, { recipientIds, now: new Date(minuteAgo + offset) });
  return { workspace, token, recipientIds, create, list, createAt };
}

test("creates an active form with a public key, a trimmed name, and default settings unless given", async () => {
  const { recipientIds, create } = await setUp();
  const before = Date.now();
  const form = await create({ name: "  Contact  " });
  expect(form).toMatchObject({
    name: "Contact",
    status: "active",
    recipientIds,
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
  const settings = { honeypot: "fax", uploads: { enabled: true } };
  expect((await create({ name: "Contact", settings })).settings).toEqual({
    ...DEFAULT_SETTINGS,
    honeypot: "fax",
    uploads: { enabled: true, retentionDays: 30 },
  });
});

test("returns the widget and the public key with a single form, but not in lists", async () => {
  const { token, list, createAt } = await setUp();
  const form = await createAt(0);
  const read = dataOf(await callApi("GET", `/v1/forms/${form.id}`, { token }), 200, FormWithWidget);
  expect(read).toEqual({ ...form, turnstile: null });
  const { publicKey: _, ...summary } = form;
  expect(await list()).toEqual({ data: [summary], nextCursor: null });
});

test("paginates forms newest first without duplicates, with no cursor at the last form", async () => {
  const { list, createAt } = await setUp();
  const created = [];
  // Three forms share a millisecond, so their ids decide the order.
  for (const offset of [0, 1, 2, 2, 2, 3, 4]) created.push(await createAt(offset));
  await createForm(await createWorkspace());
  const expected = created.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : b.createdAt - a.createdAt,
  );
  const pages = await readPages((page) => list({ limit: "2", ...page }));
  expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 2, 1]);
  expect(pages[0]?.nextCursor).toMatch(/^\d{13}:[0-9a-f-]{36}$/);
  const seen = pages.flatMap(({ data }) => data.map(({ id }) => id));
  expect(seen).toEqual(expected.map(({ id }) => id));
  expect((await list({ limit: "7" })).nextCursor).toBeNull();
});

test("accepts a form list cursor that matches no form and continues from its position", async () => {
  const { list, createAt } = await setUp();
  const form = await createAt(0);
  const later = await list({ cursor: `${Date.now() + 60_000}:${newId()}` });
  expect(later.data).toMatchObject([{ id: form.id }]);
  const none = await list({ cursor: `0000000000001:${newId()}` });
  expect(none).toEqual({ data: [], nextCursor: null });
});
