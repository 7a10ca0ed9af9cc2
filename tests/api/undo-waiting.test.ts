import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { ListSubmissionsQuery } from "#lib/domain/submissions/schema";
import { indexSubmissions } from "#lib/domain/submissions/search/index-submissions";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { createWaiting, linkOf, press } from "#tests/support/factories/confirmation-factories";
import { createWorkspace } from "#tests/support/factories/factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";

beforeEach(emptyOutbox);

type Change = Parameters<typeof updateSubmissions>[2];

async function setUp() {
  const { workspace, ctx, id } = await createWaiting();
  const change = (update: Change) => updateSubmissions(ctx, [id], update);
  const undo = (waited: readonly string[] = [id]) =>
    restoreSubmissions(
      ctx,
      [{ id, folder: "inbox", read: false, spamReason: null, suspected: false }],
      waited,
    );
  const isWaiting = async () => {
    const query = ListSubmissionsQuery.parse({ waiting: "true" });
    return (await listSubmissions(ctx, query)).data.some((one) => one.id === id);
  };
  const kinds = async () => {
    const { data } = await listCapturedEmails(ctx, { limit: 50 });
    return data.map(({ kind }) => kind);
  };
  return { workspace, ctx, id, change, undo, isWaiting, kinds };
}

test.each<Change>([{ folder: "inbox" }, { folder: "archive" }, { folder: "spam" }, { read: true }])(
  "a waiting message that was changed to %j waits again after Undo, with its email and its end",
  async (update) => {
    const { workspace, ctx, id, change, undo, isWaiting, kinds } = await setUp();
    const before = await getSubmission(ctx, id);
    const { cancelled, waited } = await change(update);
    expect(cancelled).toEqual([]);
    expect(waited).toEqual([id]);
    await undo(waited);
    expect(await isWaiting()).toBe(true);
    expect(await getSubmission(ctx, id)).toMatchObject({
      expiresAt: before.expiresAt,
      read: false,
      spamReason: null,
      confirmation: { status: "waiting" },
    });
    await drainOutbox();
    expect(await kinds()).toEqual(["confirmation"]);
    await press(await linkOf(workspace, id));
    expect(await getSubmission(ctx, id)).toMatchObject({ confirmation: { status: "confirmed" } });
  },
);

test("a waiting message is found by a search in its own list alone after Undo, and left to the job that indexes", async () => {
  const { ctx, id, change, undo } = await setUp();
  await change({ folder: "archive" });
  await indexSubmissions();
  await undo();
  const find = async (query: object) => {
    const parsed = ListSubmissionsQuery.parse({ search: "hello", ...query });
    return (await listSubmissions(ctx, parsed)).data.map((one) => one.id);
  };
  expect(await find({ waiting: "true" })).toEqual([id]);
  expect(await find({ folder: "all" })).toEqual([]);
  const { searchIndexed } = await db().submission.findFirstOrThrow({ where: { id } });
  expect(searchIndexed).toBe(false);
});

test("a waiting message goes to the inbox after Undo if it was confirmed in the meantime", async () => {
  const { workspace, ctx, id, change, undo, isWaiting } = await setUp();
  await change({ folder: "archive" });
  await press(await linkOf(workspace, id));
  await undo();
  expect(await isWaiting()).toBe(false);
  expect(await getSubmission(ctx, id)).toMatchObject({
    folder: "inbox",
    confirmation: { status: "confirmed" },
  });
});

test("a waiting message isn't deleted without a question after Undo if its email can't be sent anymore", async () => {
  const { ctx, id, change, undo, isWaiting } = await setUp();
  await change({ folder: "archive" });
  await drainOutbox();
  expect(await db().delivery.findMany({ where: { submissionId: id } })).toMatchObject([
    { kind: "confirmation", status: "cancelled", sealedData: null },
  ]);
  await undo();
  expect(await isWaiting()).toBe(false);
  expect(await getSubmission(ctx, id)).toMatchObject({ folder: "inbox" });
});

test("only a message that no one has confirmed can wait again after Undo, in its own workspace", async () => {
  const { id, ctx, undo, isWaiting } = await setUp();
  const stranger = (await createWorkspace()).ctx;
  const state = { id, folder: "archive", read: false, spamReason: null, suspected: false } as const;
  expect(await restoreSubmissions(stranger, [state], [id])).toEqual({ changed: 0 });
  await updateSubmissions(ctx, [id], { folder: "inbox" });
  await db().submission.updateMany({ where: { id }, data: { confirmedAt: new Date() } });
  await undo();
  expect(await isWaiting()).toBe(false);
});
