import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { deleteForm } from "#lib/domain/forms/forms";
import type { Form } from "#lib/domain/forms/schema";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { createConfirmForm, sendMessage } from "#tests/support/factories/confirmation-factories";
import { contextAt } from "#tests/support/factories/factories";
import { maintain } from "#tests/support/factories/maintain";
import {
  askForReply,
  createAutoReplyForm,
  forgetVisitorEmails,
  replyOf,
} from "#tests/support/factories/reply-factories";
import { START } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const QUEUED = { status: "queued", reason: null };
const LIMITED = { status: "suppressed", reason: "rate_limited" };

const at = (ms: number) => new Date(START.getTime() + ms);

function statusCounts(formId: string) {
  return db().submission.groupBy({
    by: ["visitorReplyStatus", "visitorReplyReason"],
    where: { formId },
    _count: true,
    orderBy: { visitorReplyStatus: "asc" },
  });
}

/** Counts `count` auto-replies against the workspace's hourly limit, sent at `takenAt`. */
async function useUp(
  workspaceId: string,
  count: number,
  takenAt: Date,
  kind = "reply",
): Promise<void> {
  const bucket = `visitor-emails:${kind}:${workspaceId}`;
  const event = () => ({ id: newId(), bucket, at: takenAt });
  await db().countedEvent.createMany({ data: Array.from({ length: count }, event) });
}

describe("limit of one auto-reply per address and form in 24 hours", () => {
  it("applies to concurrent submissions from one address, ignoring case", async () => {
    const { form } = await createAutoReplyForm();
    const spellings = ["ada@example.com", "Ada@example.com", "ada@EXAMPLE.com"];
    const posts = Array.from({ length: 30 }, (_, index) => spellings[index % 3] ?? "");
    await Promise.all(posts.map((email) => askForReply(form, email)));
    expect(await statusCounts(form.id)).toMatchObject([
      { visitorReplyStatus: "queued", visitorReplyReason: null, _count: 1 },
      { visitorReplyStatus: "suppressed", visitorReplyReason: "rate_limited", _count: 29 },
    ]);
    const deliveries = { kind: "visitor_reply", submission: { formId: form.id } };
    expect(await db().delivery.count({ where: { ...deliveries, channel: "email" } })).toBe(1);
  });

  it("ends exactly 24 hours after the last auto-reply, even if its submission is deleted", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    const ask = async (ms: number) =>
      replyOf(workspace, await askForReply(form, "ada@example.com", at(ms)));
    const first = await askForReply(form, "ada@example.com", at(0));
    expect(await replyOf(workspace, first)).toEqual(QUEUED);
    await deleteSubmission(workspace.ctx, first);
    expect(await ask(24 * HOUR_MS - 1)).toEqual(LIMITED);
    expect(await ask(24 * HOUR_MS)).toEqual(QUEUED);
    expect(await ask(48 * HOUR_MS - 1)).toEqual(LIMITED);
  });

  it("doesn't affect other addresses, forms, or workspaces", async () => {
    const { workspace, form } = await createAutoReplyForm();
    const sibling = await createAutoReplyForm({ workspace });
    const foreign = await createAutoReplyForm();
    await askForReply(form, "ada@example.com");
    expect(await replyOf(workspace, await askForReply(form, "eve@example.com"))).toEqual(QUEUED);
    for (const other of [sibling, foreign]) {
      const id = await askForReply(other.form, "ada@example.com");
      expect(await replyOf(other.workspace, id)).toEqual(QUEUED);
    }
  });
});

describe("limit of 3 emails an hour and 10 a day to a visitor's mailbox over all forms and workspaces", () => {
  const askEach = (forms: readonly { form: Pick<Form, "publicKey"> }[], ms?: number) =>
    Promise.all(
      forms.map(({ form }, index) =>
        askForReply(form, `ada+${index}@example.com`, ms === undefined ? undefined : at(ms)),
      ),
    );
  const queuedOf = (ids: readonly string[]) =>
    db().delivery.count({ where: { submissionId: { in: [...ids] }, kind: "visitor_reply" } });

  it("allows exactly 3 of concurrent submissions to forms of several workspaces", async () => {
    const forms = await Promise.all(Array.from({ length: 8 }, () => createAutoReplyForm()));
    expect(await queuedOf(await askEach(forms))).toBe(3);
  });

  it("frees a place an hour after an email, and after 10 in a day waits for the day to end", async () => {
    await forgetVisitorEmails();
    const counts: number[] = [];
    for (const hour of [0, 1, 2, 3, 23]) {
      // A form answers the same address once in 24 hours.
      const fresh = await Promise.all(
        [1, 2, 3, 4].map(() => createAutoReplyForm({ now: START, forgets: false })),
      );
      counts.push(await queuedOf(await askEach(fresh, hour * HOUR_MS)));
    }
    expect(counts).toEqual([3, 3, 3, 1, 0]);
    const next = await createAutoReplyForm({ now: START, forgets: false });
    expect(await queuedOf(await askEach([next], 24 * HOUR_MS))).toBe(1);
  });

  it("is counted without the address itself", async () => {
    const { form } = await createAutoReplyForm();
    await askForReply(form, "ada@example.com");
    const buckets = await db().countedEvent.findMany({ select: { bucket: true } });
    expect(JSON.stringify(buckets)).toContain("visitor-emails:");
    expect(JSON.stringify(buckets)).not.toMatch(/ada@|example/);
  });
});

describe("limit of 100 auto-replies per workspace and hour", () => {
  it("allows exactly 100 when concurrent submissions to several forms exceed it", async () => {
    const { workspace, form } = await createAutoReplyForm();
    const { form: sibling } = await createAutoReplyForm({ workspace });
    await useUp(workspace.id, 80, new Date());
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        askForReply(index % 2 ? form : sibling, `visitor-${index}@example.com`),
      ),
    );
    const where = { workspaceId: workspace.id };
    const statuses = await db().submission.groupBy({
      by: "visitorReplyReason",
      where,
      _count: true,
    });
    expect(statuses).toContainEqual({ visitorReplyReason: "rate_limited", _count: 20 });
    expect(await db().delivery.count({ where: { ...where, channel: "email" } })).toBe(20);
  });

  it("frees each slot exactly one hour after it was used, and doesn't count a suppressed auto-reply against the address", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    await useUp(workspace.id, 99, START);
    await useUp(workspace.id, 1, at(1000));
    const ask = async (email: string, ms: number) =>
      replyOf(workspace, await askForReply(form, email, at(ms)));
    expect(await ask("a@example.com", HOUR_MS - 1)).toEqual(LIMITED);
    expect(await ask("a@example.com", HOUR_MS)).toEqual(QUEUED);
    await useUp(workspace.id, 98, at(HOUR_MS));
    expect(await ask("b@example.com", HOUR_MS + 999)).toEqual(LIMITED);
    expect(await ask("b@example.com", HOUR_MS + 1000)).toEqual(QUEUED);
  });

  it("keeps the slots of a deleted form and deletes them after 24 hours", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    await askForReply(form, "ada@example.com", START);
    await deleteForm(contextAt(workspace, START), form.id);
    const slots = () => db().replySlot.count({ where: { workspaceId: workspace.id } });
    await maintain(at(24 * HOUR_MS - 1));
    expect(await slots()).toBe(1);
    await maintain(at(24 * HOUR_MS));
    expect(await slots()).toBe(0);
  });
});

describe("limit of 100 confirmation emails per workspace in an hour", () => {
  it("counts apart from auto-replies, and a message beyond it waits without an email", async () => {
    const { workspace, form } = await createConfirmForm();
    const emailsOf = (submissionId: string) => db().delivery.count({ where: { submissionId } });
    const now = new Date();
    await useUp(workspace.id, 100, now);
    await useUp(workspace.id, 99, now, "confirmation");
    const last = await sendMessage(form, { email: "ada@example.com", message: "100th" });
    expect(await emailsOf(last)).toBe(1);
    const beyond = await sendMessage(form, { email: "eve@example.com", message: "101st" });
    expect(await emailsOf(beyond)).toBe(0);
    const stored = await db().submission.findFirstOrThrow({ where: { id: beyond } });
    expect(stored.folder).toBe("waiting");
  });
});
