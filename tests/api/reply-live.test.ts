import { expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { optOutVisitor } from "#lib/domain/emails/auto-reply/opt-out";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { getFields, saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { expectRejection } from "#tests/support/contract/rejection";
import { ADA, sendMessage } from "#tests/support/factories/confirmation-factories";
import { contextAt } from "#tests/support/factories/factories";
import { beginOne } from "#tests/support/factories/outbox-state";
import {
  askForReply,
  createAutoReplyForm,
  replyDeliveries,
  replyOf,
} from "#tests/support/factories/reply-factories";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const OPTED_OUT = { status: "suppressed", reason: "opted_out" };

const live = setUpLiveEmail(1000);

async function queuedReply() {
  const made = await createAutoReplyForm({ now: START });
  const id = await askForReply(made.form, "ada@example.com", START);
  const reply = () => replyOf(made.workspace, id);
  return { ...made, id, reply, clock: createTestClock(START) };
}

/** The opt-out token in the last email that the provider received. */
function tokenSent(): string {
  const { text } = JSON.parse(live.twin.received.at(-1)?.body ?? "{}");
  return /token=([\w-]+)/.exec(text)?.[1] ?? "";
}

async function optOut(workspaceId: string): Promise<void> {
  const [{ addressHash = "" } = {}] = await db().replySlot.findMany({ where: { workspaceId } });
  await db().replyOptOut.create({ data: { workspaceId, addressHash, createdAt: START } });
}

it("an auto-reply that the provider rejects fails and can't be retried manually", async () => {
  const { workspace, id, reply, clock } = await queuedReply();
  live.twin.answerNext({ status: 422, body: { name: "validation_error", message: "no" } });
  await drainOutbox(clock);
  expect(await reply()).toEqual({ status: "failed", reason: null });
  const [delivery] = await replyDeliveries(id);
  const ctx = contextAt(workspace, new Date(START.getTime() + HOUR_MS));
  await expectRejection(
    retryEmail(ctx, id, delivery?.id ?? "", { acknowledgePossibleDuplicate: true }),
    "delivery_not_retryable",
  );
  expect(await db().delivery.count({ where: { dueAt: { not: null } } })).toBe(0);
});

it("an opt-out cancels a queued auto-reply", async () => {
  const { workspace, id, reply, clock } = await queuedReply();
  await optOut(workspace.id);
  expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
  expect(live.twin.received).toHaveLength(0);
  expect(await reply()).toEqual(OPTED_OUT);
  expect(await replyDeliveries(id)).toMatchObject([{ status: "cancelled", sealedData: null }]);
  await updateSubmission(workspace.ctx, id, { folder: "spam" });
  expect(await reply()).toEqual(OPTED_OUT);
});

it("doesn't retry an auto-reply after the visitor opts out with the link in it", async () => {
  const { reply, clock } = await queuedReply();
  live.twin.answerNext("break-in-answer");
  await drainOutbox(clock);
  expect(await optOutVisitor(tokenSent(), clock.now())).toBe("open");
  clock.advance(HOUR_MS);
  expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
  expect(live.twin.received).toHaveLength(1);
  expect(await reply()).toEqual({ status: "uncertain", reason: null });
});

it("doesn't retry an auto-reply whose worker died if the visitor has opted out since", async () => {
  const { workspace, reply, clock } = await queuedReply();
  await beginOne(START);
  await optOut(workspace.id);
  clock.advance(LEASE_MS);
  await drainOutbox(clock);
  clock.advance(HOUR_MS);
  await drainOutbox(clock);
  expect(live.twin.received).toHaveLength(0);
  expect(await reply()).toEqual({ status: "uncertain", reason: null });
  expect(await db().delivery.count({ where: { dueAt: { not: null } } })).toBe(0);
});

it("every attempt of an auto-reply sends the same, also what it repeats, whatever has changed since", async () => {
  const { workspace, form } = await createAutoReplyForm({ reply: { includeAnswers: "choices" } });
  const saveLabel = async (label: string) => {
    const { revision } = await getFields(workspace.ctx, form.id);
    const fields = [{ name: "guests", type: "number", label }];
    await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse({ revision, fields }));
  };
  await saveLabel("Guests");
  await sendMessage(form, { email: ADA, guests: "4", _service_autoreply: "true" });
  const clock = createTestClock(new Date());
  live.twin.answerNext({ status: 500, body: {} });
  await drainOutbox(clock);
  await saveLabel("People");
  clock.advance(HOUR_MS);
  await drainOutbox(clock);
  const [first, second, ...more] = live.twin.received.map(({ body }) => body);
  expect(first).toContain("Guests:\\n  4");
  expect(second).toBe(first);
  expect(more).toEqual([]);
});
