import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { removeMember } from "#lib/domain/accounts/members/change-members";
import { listDigests } from "#lib/domain/emails/digests/list-digests";
import { queueDigests } from "#lib/domain/emails/digests/queue-digests";
import { retryDigest } from "#lib/domain/emails/digests/retry-digest";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const START = new Date("2026-10-20T10:30:00Z");
const REJECTED = { status: 422, body: { name: "validation_error", message: "no such domain" } };
const ONCE = { acknowledgePossibleDuplicate: false };

const live = setUpLiveEmail(1_000);

/** A member whose hourly digest about two messages failed. */
async function setUp(answer: Parameters<typeof live.twin.answerNext>[0] = REJECTED) {
  const workspace = await createWorkspace({ now: START });
  const member = await addMember(workspace, "member");
  const recipient = await createVerifiedRecipient(workspace, { email: member.user.email });
  const form = await createForm(workspace, { now: START });
  const clock = createTestClock(START);
  const at = (who = workspace) => contextAt(who, clock.now());
  const hourly = { memberId: member.user.id, frequency: "hourly", hour: null } as const;
  await saveNotificationChoice(at(), form.id, hourly);
  const receive = (name: string) =>
    createSubmission(workspace, form, {
      fields: { name, message: `From ${name}` },
      receivedAt: clock.now(),
    });
  const [ada, bob] = [await receive("Ada"), await receive("Bob")];
  clock.advance(HOUR_MS);
  expect(await queueDigests(clock)).toBe(1);
  live.twin.answerNext(answer);
  await drainOutbox(clock);
  const [digest] = await listDigests(at());
  if (!digest) throw new Error("a digest was queued");
  const retry = (id = digest.id, input = ONCE) => retryDigest(at(), id, input);
  /** The text of the last email that the provider got. */
  const lastText = (): string => JSON.parse(live.twin.received.at(-1)?.body ?? "{}").text;
  return {
    workspace,
    member,
    recipient,
    form,
    clock,
    at,
    receive,
    ada,
    bob,
    digest,
    retry,
    lastText,
  };
}

test("a digest can't be sent again by strangers, too early, or while nothing failed", async () => {
  const { clock, digest, retry, at } = await setUp();
  expect(digest).toMatchObject({
    status: "failed",
    error: expect.stringContaining("no such domain"),
  });
  await expectRejection(retry(), "retry_cooldown");
  clock.advance(MINUTE_MS);
  await expectRejection(retry("unknown"), "not_found");
  await expectRejection(retry(newId()), "not_found");
  const stranger = await createWorkspace({ now: START });
  await expectRejection(retryDigest(at(stranger), digest.id, ONCE), "not_found");
  await retry();
  await expectRejection(retry(), "delivery_not_retryable");
  await drainOutbox(clock);
  clock.advance(MINUTE_MS);
  await expectRejection(retry(), "delivery_not_retryable");
});

test("what it was about is sent again under a new key, without what was deleted, and what came since is in the next", async () => {
  const { workspace, clock, at, receive, ada, retry, lastText } = await setUp();
  const failedKey = live.twin.received.at(-1)?.key;
  clock.advance(MINUTE_MS);
  await deleteSubmission(at(), ada.id);
  await receive("Eve");
  expect(await retry()).toEqual({
    message: "The digest is queued and will be sent in a moment.",
  });
  expect(await listDigests(at())).toMatchObject([{ status: "queued" }]);
  await drainOutbox(clock);
  expect(live.twin.received.at(-1)?.key).not.toBe(failedKey);
  expect(lastText()).toContain("From Bob");
  expect(lastText()).not.toMatch(/From (Ada|Eve)/);
  expect(await listDigests(at())).toMatchObject([{ status: "sent", error: null }]);
  const where = { workspaceId: workspace.id, kind: "digest" };
  expect(await db().delivery.findMany({ where })).toMatchObject([{ sealedData: null }]);
  clock.advance(HOUR_MS);
  expect(await queueDigests(clock)).toBe(1);
  await drainOutbox(clock);
  expect(lastText()).toContain("From Eve");
  expect(lastText()).not.toContain("From Bob");
});

test("of many at once, one is sent", async () => {
  const { clock, retry } = await setUp();
  clock.advance(MINUTE_MS);
  const sentBefore = live.twin.received.length;
  const results = await Promise.allSettled([retry(), retry(), retry()]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await drainOutbox(clock);
  expect(live.twin.received).toHaveLength(sentBefore + 1);
});

test("one with nothing left is cancelled instead", async () => {
  const { clock, at, ada, bob, retry } = await setUp();
  clock.advance(MINUTE_MS);
  await deleteSubmission(at(), ada.id);
  await deleteSubmission(at(), bob.id);
  await retry();
  expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
  expect(await listDigests(at())).toMatchObject([{ status: "cancelled" }]);
});

test("one that may have arrived needs a confirmation that it may come twice", async () => {
  const { clock, at, retry, digest } = await setUp();
  await db().delivery.updateMany({ where: { id: digest.id }, data: { status: "uncertain" } });
  clock.advance(MINUTE_MS);
  await expectRejection(retry(), "duplicate_not_acknowledged");
  await retry(digest.id, { acknowledgePossibleDuplicate: true });
  await drainOutbox(clock);
  expect(await listDigests(at())).toMatchObject([{ status: "sent" }]);
});

test("nothing is sent again to who left, or whose address is blocked or no longer a recipient", async () => {
  const { workspace, clock, at, recipient, member, retry } = await setUp();
  clock.advance(MINUTE_MS);
  const where = { workspaceId_id: { workspaceId: workspace.id, id: recipient.id } };
  await db().recipient.update({ where, data: { blockedReason: "bounced" } });
  await expectRejection(retry(), "delivery_not_retryable");
  await db().recipient.update({ where, data: { blockedReason: null } });
  await removeMember(at(), member.user.id, { revokeTokens: false });
  await expectRejection(retry(), "delivery_not_retryable");
});
