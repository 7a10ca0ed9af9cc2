import type { PoolClient } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { acceptQuery } from "#lib/domain/intake/accept-statement";
import { draftSubmission } from "#lib/domain/intake/draft-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { type ListSubmissionsQuery, SubmissionItem } from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { callApi, pageOfAnswer, readPages } from "#tests/support/contract/api";
import { submitTo } from "#tests/support/contract/intake";
import { createForm, createOwnForm } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";

type Query = Partial<Record<keyof ListSubmissionsQuery, string>>;

const START = Date.now() - 600_000;

/** Submissions received at these milliseconds, in the order of the list that starts with the oldest. */
async function setUp(offsets: readonly number[] = []) {
  const { workspace, token, form } = await createOwnForm({ name: "Contact" });
  const receive = (offset: number, options: Parameters<typeof createSubmission>[2] = {}) =>
    createSubmission(workspace, form, { receivedAt: new Date(START + offset), ...options });
  const created: { id: string; receivedAt: Date }[] = [];
  for (const offset of offsets) created.push(await receive(offset));
  const key = (one: { receivedAt: Date; id: string }) => `${one.receivedAt.getTime()} ${one.id}`;
  const ids = created.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
  const list = async (query: Query = {}) =>
    pageOfAnswer(await callApi("GET", "/v1/submissions", { token, query }), SubmissionItem);
  const idsOf = async (query: Query) => {
    const pages = await readPages((page) => list({ ...query, ...page }));
    return pages.flatMap(({ data }) => data.map(({ id }) => id));
  };
  return { workspace, form, ids, receive, list, idsOf };
}

const at = (offset: number) => String(START + offset);

test("both ends of a time range are exclusive, and an empty range is an empty page", async () => {
  const { ids, list, idsOf } = await setUp([0, 1, 2, 3, 4]);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;
  expect(await idsOf({ receivedAfter: at(2) })).toEqual([fifth, fourth]);
  expect(await idsOf({ receivedBefore: at(2) })).toEqual([second, first]);
  expect(await idsOf({ receivedAfter: at(1), receivedBefore: at(3) })).toEqual([third]);
  expect(await idsOf({ receivedAfter: "0", receivedBefore: "253402300799999" })).toHaveLength(5);
  for (const order of ["asc", "desc"])
    for (const [after, before] of [
      [1, 2],
      [3, 1],
      [4, 100],
      [-100, 0],
    ] as const)
      for (const search of [{}, { search: "hello" }])
        expect(
          await list({ order, receivedAfter: at(after), receivedBefore: at(before), ...search }),
        ).toMatchObject({ data: [], nextCursor: null });
});

test("a cursor is a position: it continues after its item in any order and with any filters", async () => {
  const { ids, list, idsOf } = await setUp([0, 1, 2, 2, 2, 3, 4]);
  for (const order of ["desc", "asc"])
    for (let limit = 1; limit < ids.length; limit += 1) {
      const { data, nextCursor } = await list({ order, limit: String(limit) });
      const cursor = nextCursor ?? "";
      const index = ids.indexOf(data.at(-1)?.id ?? "");
      expect(await idsOf({ cursor, order: "desc" })).toEqual(ids.slice(0, index).reverse());
      expect(await idsOf({ cursor, order: "asc" })).toEqual(ids.slice(index + 1));
      expect(await idsOf({ cursor, order: "asc", unread: "true", search: "HELLO" })).toEqual(
        ids.slice(index + 1),
      );
      const middle = { cursor, receivedAfter: at(0), receivedBefore: at(4) };
      expect(await idsOf({ ...middle, order: "asc", limit: "2" })).toEqual(
        ids.slice(Math.max(index + 1, 1), -1),
      );
      expect(await idsOf({ ...middle, limit: "2" })).toEqual(
        ids.slice(1, Math.min(index, ids.length - 1)).reverse(),
      );
    }
});

test("order and time range combine with folder, form, unread state, and search", async () => {
  const { workspace, form, receive, idsOf } = await setUp();
  const fields = { message: "needle" };
  const other = await createForm(workspace);
  await receive(0, { fields, folder: "archive" });
  const [one, two] = [
    await receive(1, { fields, folder: "archive" }),
    await receive(2, { fields, folder: "archive" }),
  ];
  await receive(3, { fields, folder: "archive", read: true });
  await receive(4, { fields });
  await receive(5, { folder: "archive" });
  await createSubmission(workspace, other, {
    fields,
    folder: "archive",
    receivedAt: new Date(START + 6),
  });
  const last = await receive(7, { fields, folder: "archive" });
  const query = { folder: "archive", unread: "true", search: "needle", formId: form.id };
  const range = { receivedAfter: at(0), receivedBefore: at(7) };
  expect(await idsOf({ ...query, ...range, order: "asc" })).toEqual([one.id, two.id]);
  expect(await idsOf({ ...query, ...range, limit: "1" })).toEqual([two.id, one.id]);
  const { search: _, ...unsearched } = query;
  expect(await idsOf({ ...unsearched, receivedAfter: at(1), order: "asc" })).toEqual(
    expect.arrayContaining([two.id, last.id]),
  );
  const all = await idsOf({ folder: "all", search: "needle", order: "asc", limit: "2" });
  expect(all).toHaveLength(7);
  expect(all).toEqual((await idsOf({ folder: "all", search: "needle" })).reverse());
});

test("include adds the values and the files, so an item has all of a webhook's submission", async () => {
  const { workspace, form, receive, list } = await setUp();
  const fields = { zeta: "1", 10: "2", message: ["Hello", "there"], __proto__x: "3" };
  const { id } = await receive(0, { fields });
  const [plain] = (await list()).data;
  expect(plain).not.toHaveProperty("fields");
  expect(plain).not.toHaveProperty("attachments");
  await createAttachment(workspace, { id }, { content: "a" });
  await createAttachment(workspace, { id }, { content: "b", expiresAt: new Date(START) });
  const { attachments } = await getSubmission(workspace.ctx, id);
  expect(attachments).toMatchObject([{ status: "available" }, { status: "expired" }]);
  const summary = { ...plain, attachmentCount: 2 };
  for (const search of [{}, { search: "there" }]) {
    const itemOf = async (include: string) => (await list({ include, ...search })).data[0];
    expect(await itemOf("fields")).toEqual({ ...summary, fields, context: null });
    expect(await itemOf("fields")).not.toHaveProperty("attachments");
    expect(await itemOf("attachments")).toEqual({ ...summary, attachments });
    expect(await itemOf("attachments,fields")).toEqual({
      ...summary,
      fields,
      context: null,
      attachments,
    });
  }
  const webhook = await createWebhook(workspace, form);
  const submission = { id, receivedAt: new Date(START) };
  const { body } = await createWebhookDelivery(workspace, form, webhook, { submission });
  const [item] = (await list({ include: "fields,attachments" })).data;
  const sent = Object.keys(JSON.parse(body).data.submission);
  expect(Object.keys(item ?? {})).toEqual(expect.arrayContaining(sent));
});

test("a page with more text than is kept in memory has the same shape", async () => {
  const { list, receive } = await setUp();
  const messages = Array.from({ length: 12 }, (_, n) => `${n}`.repeat(120_000));
  for (const [n, message] of messages.entries()) await receive(n, { fields: { message } });
  const query = { include: "fields", order: "asc" } as const;
  const whole = await list(query);
  expect(whole.data.map(({ fields }) => fields)).toEqual(messages.map((message) => ({ message })));
  expect(whole.nextCursor).toBeNull();
  const part = await list({ ...query, limit: "11" });
  expect(part.data).toEqual(whole.data.slice(0, 11));
  expect(part.resumeCursor).toBe(part.nextCursor);
  const rest = await list({ ...query, cursor: part.resumeCursor ?? "" });
  expect(rest).toEqual({ ...whole, data: whole.data.slice(11) });
});

test("resumeCursor continues after the last item, even from an empty page", async () => {
  const { ids, list, receive } = await setUp([0, 1, 2]);
  const idsIn = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ id }) => id);
  expect(await list()).not.toHaveProperty("resumeCursor");
  const start = await list({ order: "asc", receivedAfter: at(10) });
  expect(start).toMatchObject({ data: [], nextCursor: null, resumeCursor: null });
  const first = await list({ order: "asc", limit: "2" });
  expect(first.resumeCursor).toBe(first.nextCursor);
  const rest = await list({ order: "asc", cursor: first.resumeCursor ?? "" });
  expect([...idsIn(first), ...idsIn(rest)]).toEqual(ids);
  expect(rest.nextCursor).toBeNull();
  const empty = await list({ order: "asc", cursor: rest.resumeCursor ?? "" });
  expect(empty).toEqual({ data: [], nextCursor: null, resumeCursor: rest.resumeCursor });
  const { id } = await receive(3);
  expect(idsIn(await list({ order: "asc", cursor: empty.resumeCursor ?? "" }))).toEqual([id]);
});

/** A connection whose statements count in other rows than those of the pool: acceptance would wait for it. */
async function connectApart(): Promise<PoolClient> {
  const ownSlot = "SELECT pg_backend_pid() % 16 AS slot";
  for (;;) {
    const client = await pool().connect();
    const slots = [await client.query(ownSlot), await pool().query(ownSlot)];
    if (new Set(slots.map(({ rows }) => rows[0]?.slot)).size === 2) return client;
    client.release(true);
  }
}

test("a poller sees a submission whose commit took longer than a later one's, exactly once", async () => {
  const { form, list } = await setUp();
  const slow = await connectApart();
  await slow.query("BEGIN");
  const open = await findOpenForm(form.publicKey);
  if (!open) throw new Error("the form doesn't exist");
  const ctx = visitorContext(open, new Date());
  const draft = await draftSubmission(ctx, open, {
    fields: [["message", "slow"]],
    unusedFields: [],
    spam: null,
    judged: null,
    sender: { name: null, email: null },
    replyWords: null,
    isChallengePassed: false,
    ownChallenge: null,
    hasSignals: false,
    files: [],
    repeatKey: null,
  });
  await slow.query(acceptQuery([draft], 0));
  const fast = await submitTo(form, { message: "fast" });

  const seen: string[] = [];
  let cursor: string | undefined;
  const poll = async () => {
    const page = await list({ order: "asc", ...(cursor ? { cursor } : {}) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.resumeCursor ?? undefined;
  };
  await poll();
  expect(seen).toEqual([]);
  expect((await list()).data.map(({ id }) => id)).toEqual([fast]);
  await slow.query("COMMIT");
  slow.release();
  await poll();
  await poll();
  expect(seen).toEqual([draft.id, fast]);
});

test("receivedAt is the moment of storing by the database's clock, whatever the service's own says", async () => {
  const { workspace, form } = await setUp();
  await createWebhook(workspace, form);
  const clock = async () =>
    (await pool().query<{ at: Date }>("SELECT clock_timestamp() AS at")).rows[0]?.at;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const before = await clock();
  const fields = { timestamp: "0", note: '"receivedAt":0,"expiresAt":0', receivedAt: "0" };
  const id = await submitTo(form, fields);
  const after = await clock();
  const stored = await db().submission.findFirstOrThrow({ where: { id } });
  const receivedAt = stored.receivedAt.getTime();
  expect(receivedAt).toBeGreaterThanOrEqual(before?.getTime() ?? Number.NaN);
  expect(receivedAt).toBeLessThanOrEqual(after?.getTime() ?? Number.NaN);
  const { body } = await db().delivery.findFirstOrThrow({ where: { submissionId: id } });
  expect(JSON.parse(body ?? "")).toMatchObject({
    timestamp: stored.receivedAt.toISOString(),
    data: { submission: { receivedAt, fields } },
  });
});
