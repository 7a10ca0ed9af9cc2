import type { PoolClient } from "pg";
import { describe, expect, it, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import type { FieldPairs } from "#lib/core/fields/fields";
import { newId } from "#lib/core/ids";
import {
  hashReplyAddress,
  makeOptOutToken,
  optOutVisitor,
} from "#lib/domain/emails/auto-reply/opt-out";
import { VISITOR_LIMITS } from "#lib/domain/emails/auto-reply/plan-reply";
import { deleteForm } from "#lib/domain/forms/forms";
import type { Form } from "#lib/domain/forms/schema";
import { disconnectTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import { acceptQuery } from "#lib/domain/intake/accept-statement";
import { draftSubmission } from "#lib/domain/intake/draft-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";
import {
  acceptedId,
  openPage,
  type Post,
  postVisit,
  rejectionCode,
  submitTo,
} from "#tests/support/contract/intake";
import { holdLocks } from "#tests/support/drills/lock-waits";
import { createConfirmForm, sendMessage } from "#tests/support/factories/confirmation-factories";
import { contextAt, createForm, createWorkspace } from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { maintain } from "#tests/support/factories/maintain";
import {
  type AutoReplyForm,
  askForReply,
  createAutoReplyForm,
  forgetVisitorEmails,
  passedChallenge,
  replyDeliveries,
  replyOf,
} from "#tests/support/factories/reply-factories";
import { START } from "#tests/support/twins/test-clock";

const FIELDS = { email: "ada@example.com", message: "Hello there" };

/** Posts with a passed challenge and returns the auto-reply status that the API reports. */
async function decide(form: AutoReplyForm, fields: Record<string, unknown>) {
  const json = { "cf-turnstile-response": passedChallenge(), ...fields };
  const id = await submitTo(form.form, json);
  return replyOf(form.workspace, id);
}

const notEligible = (reason: string) => ({ status: "not_eligible", reason });

const QUEUED = { status: "queued", reason: null };

test("a submission that fills the honeypot gets no auto-reply and doesn't count toward the limit", async () => {
  const form = await createAutoReplyForm();
  const trapped = { ...FIELDS, _service_autoreply: true, botcheck: "x" };
  expect(await decide(form, trapped)).toEqual(notEligible("spam"));
  expect(await decide(form, { ...FIELDS, _service_autoreply: true })).toEqual(QUEUED);
});

test("a disabled auto-reply is never sent, with or without consent", async () => {
  const form = await createAutoReplyForm({ enabled: false });
  expect(await decide(form, { message: "x" })).toEqual(notEligible("disabled"));
  expect(await decide(form, { ...FIELDS, _service_autoreply: true })).toEqual(
    notEligible("disabled"),
  );
});

test("accepts `true` as consent to an auto-reply in every request encoding", async () => {
  const form = await createAutoReplyForm();
  const { workspace } = form;
  const controls = () => ({
    _service_autoreply: "true",
    "cf-turnstile-response": passedChallenge(),
  });
  const entries = (email: string) => Object.entries({ email, message: "x", ...controls() });
  const posts: Post[] = [
    { json: { email: "a@example.com", message: "x", ...controls() } },
    { json: { email: "b@example.com", message: "x", ...controls(), _service_autoreply: true } },
    { form: entries("c@example.com"), headers: { accept: "application/json" } },
    {
      multipart: entries("d@example.com").map(([name, value]) => ({ name, content: value })),
      headers: { accept: "application/json" },
    },
  ];
  for (const post of posts) {
    const id = await acceptedId(await postVisit(form.form.publicKey, post));
    expect(await replyOf(workspace, id)).toEqual(QUEUED);
    expect((await db().submission.findFirstOrThrow({ where: { id } })).fields).not.toContainEqual(
      expect.arrayContaining(["_service_autoreply"]),
    );
  }
});

test("a form without an enabled Turnstile widget neither offers nor sends an auto-reply", async () => {
  const asked = { ...FIELDS, _service_autoreply: true };
  for (const change of ["disconnected", "disabled"]) {
    const form = await createAutoReplyForm();
    const { workspace } = form;
    const page = async () => (await openPage(showHostedForm, form.form.publicKey)).text();
    expect(await page()).toContain('name="_service_autoreply" value="true"');
    await disconnectTurnstile(workspace.ctx, form.form.id);
    if (change === "disabled") await createVerifiedWidget(form.form.id, { enabled: false });
    expect(await decide(form, asked)).toEqual(notEligible("widget_not_verified"));
    expect(await decide(form, { ...asked, email: "nobody" })).toEqual(notEligible("no_email"));
    expect(await page()).not.toContain("_service_autoreply");
  }
});

test("the submission whose challenge verifies the widget gets an auto-reply", async () => {
  const form = await createAutoReplyForm();
  await disconnectTurnstile(form.workspace.ctx, form.form.id);
  await createVerifiedWidget(form.form.id, { verifiedAt: null });
  const failed = { ...FIELDS, _service_autoreply: true, "cf-turnstile-response": "nonsense" };
  const rejected = await postVisit(form.form.publicKey, { json: failed });
  expect(await rejectionCode(rejected)).toBe("turnstile_failed");
  expect(await decide(form, { ...FIELDS, _service_autoreply: true })).toEqual(QUEUED);
});

test("an opt-out suppresses auto-replies from every form in the workspace and takes precedence over the limits", async () => {
  const form = await createAutoReplyForm();
  const { workspace } = form;
  const other = await createAutoReplyForm({ workspace });
  const foreign = await createAutoReplyForm();
  expect(await replyOf(workspace, await askForReply(form.form, "ada@example.com"))).toEqual(QUEUED);
  const key = await installationKey();
  const addressHash = hashReplyAddress(key, workspace.id, "ada@example.com");
  const token = makeOptOutToken(key, { workspaceId: workspace.id, addressHash });
  expect(await optOutVisitor(token, new Date())).toBe("open");
  for (const { form: asked } of [form, other])
    expect(await replyOf(workspace, await askForReply(asked, "ADA@example.com"))).toEqual({
      status: "suppressed",
      reason: "opted_out",
    });
  const answered = await askForReply(foreign.form, "ada@example.com");
  expect(await replyOf(foreign.workspace, answered)).toEqual(QUEUED);
});

test("a queued auto-reply queues an email to the visitor, and a suppressed one doesn't", async () => {
  const { form, replyRecipient } = await createAutoReplyForm();
  const now = new Date();
  const first = await askForReply(form, "Ada@example.com", now);
  const [delivery] = await replyDeliveries(first);
  expect(delivery).toMatchObject({
    email: "Ada@example.com",
    recipientId: null,
    status: "queued",
    createdAt: now,
    nextAttemptAt: now,
    dueAt: now,
  });
  expect(Buffer.from(delivery?.sealedData ?? []).toString()).not.toContain(replyRecipient.email);
  const second = await askForReply(form, "ada@example.com", now);
  expect(await replyDeliveries(second)).toEqual([]);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(2);
});

test("a saved auto-reply takes effect immediately, even for cached forms", async () => {
  const { workspace, form } = await createAutoReplyForm();
  await askForReply(form, "ada@example.com");
  await db().autoresponder.updateMany({ where: { formId: form.id }, data: { enabled: false } });
  await db().form.updateMany({ where: { id: form.id }, data: { updatedAt: new Date() } });
  const json = { ...FIELDS, _service_autoreply: true, "cf-turnstile-response": passedChallenge() };
  const id = await submitTo(form, json);
  expect(await replyOf(workspace, id)).toEqual(notEligible("disabled"));
});

test("a repeated submission gets only one auto-reply", async () => {
  const { form } = await createAutoReplyForm();
  const headers = { "idempotency-key": "once" };
  const json = { ...FIELDS, _service_autoreply: true, "cf-turnstile-response": passedChallenge() };
  const ids = await Promise.all(
    [1, 2, 3].map(async () => {
      const answer = await postVisit(form.publicKey, { json, headers });
      return answer.status === 200 ? acceptedId(answer) : null;
    }),
  );
  const [id, ...others] = new Set(ids.filter((one) => one !== null));
  expect(others).toEqual([]);
  expect(await replyDeliveries(id ?? "")).toHaveLength(1);
});

const HOUR_MS = 3_600_000;

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

/** Waits until a connection is blocked on an advisory lock and returns the locks it holds. */
async function untilItWaits(observer: PoolClient, pid: number): Promise<unknown[]> {
  for (;;) {
    const { rows } = await observer.query<{ granted: boolean }>(
      `SELECT objid, granted FROM pg_locks
      WHERE pid = $1 AND locktype = 'advisory' AND objsubid = 1`,
      [pid],
    );
    if (rows.some(({ granted }) => !granted)) return rows.filter(({ granted }) => granted);
  }
}

describe("an auto-reply slot that two processes request concurrently", () => {
  async function twoTakers(end: "COMMIT" | "ROLLBACK") {
    const workspace = await createWorkspace();
    const formId = newId();
    const address = hashReplyAddress(await installationKey(), workspace.id, "ada@example.com");
    const take = async (client: PoolClient) => {
      const { rows } = await client.query<{ taken: string | null }>(
        `SELECT take_visitor_slot($1, $2, $3, 'mailbox', $4, 'reply', ${VISITOR_LIMITS}) AS taken`,
        [workspace.id, formId, address, START],
      );
      return rows[0]?.taken;
    };
    const [first, second] = [await pool().connect(), await pool().connect()];
    await first.query("BEGIN");
    const taken = await take(first);
    const { rows } = await second.query("SELECT pg_backend_pid() AS pid");
    const waiting = take(second);
    await untilItWaits(first, rows[0].pid);
    await first.query(end);
    const takenSecond = await waiting;
    first.release();
    second.release();
    return [taken, takenSecond];
  }

  it("goes to the first when its transaction commits", async () => {
    expect(await twoTakers("COMMIT")).toEqual([null, "rate_limited"]);
  });

  it("goes to the second when the first rolls back", async () => {
    expect(await twoTakers("ROLLBACK")).toEqual([null, null]);
  });
});

describe("auto-reply queries", () => {
  /** Connections acquired while `work` runs: each is one round trip or one transaction. */
  async function roundTrips(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const note = () => {
      count += 1;
    };
    pool().on("acquire", note);
    await work();
    pool().off("acquire", note);
    return count;
  }

  const fields = { email: "ada@example.com", message: "x", _service_autoreply: "true" };

  it("run as one statement for a form without an auto-reply", async () => {
    const form = await createForm(await createWorkspace());
    const post = () => postVisit(form.publicKey, { json: fields });
    await post();
    expect(await roundTrips(post)).toBe(1);
  });

  it("take no additional round trip when an auto-reply is queued", async () => {
    const { form } = await createAutoReplyForm();
    const post = (consent: string) => {
      const asked = { ...fields, _service_autoreply: consent };
      const json = { ...asked, "cf-turnstile-response": passedChallenge() };
      return postVisit(form.publicKey, { json });
    };
    await post("no");
    expect(await roundTrips(() => post("true"))).toBe(await roundTrips(() => post("no")));
  });

  it("lock workspaces and mailboxes in one order to prevent deadlocks", async () => {
    const forms = await Promise.all([1, 2].map(() => createAutoReplyForm()));
    const ids = forms.map(({ workspace }) => workspace.id).toSorted();
    const draft = async (workspaceId = "", ord = 0) => {
      const answering = forms.find(({ workspace }) => workspace.id === workspaceId);
      const form = await findOpenForm(answering?.form.publicKey ?? "");
      if (!form) throw new Error("the form is gone");
      const visit = {
        unusedFields: [],
        spam: null,
        judged: null,
        sender: { name: null, email: "a@example.com" },
        replyWords: replyWords({ language: "en" }, null),
        isChallengePassed: true,
        ownChallenge: null,
        hasSignals: false,
      };
      const content = { fields: [["email", "a@example.com"]] as FieldPairs, files: [] };
      const ctx = visitorContext(form, START);
      return {
        ord,
        ...(await draftSubmission(ctx, form, { ...visit, ...content, repeatKey: null })),
      };
    };
    const drafts = [await draft(ids[1], 0), await draft(ids[0], 1)];
    const accepting = await pool().connect();
    const { rows } = await accepting.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const [first, ...others] = drafts;
    if (!first) throw new Error("no drafts");
    const names = [...ids.map((id) => `replies:${id}`), `visitor-emails:${first.reply_mailbox}`];
    const holder = await holdLocks(
      "SELECT pg_advisory_xact_lock(min(hashtextextended(name, 0))) FROM unnest($1::text[]) AS name",
      [names],
    );
    const acceptance = accepting.query(acceptQuery([first, ...others], 0));
    expect(await untilItWaits(holder, rows[0]?.pid ?? 0)).toEqual([]);
    await holder.query("COMMIT");
    expect((await acceptance).rows).toMatchObject([{ outcome: "stored" }, { outcome: "stored" }]);
    accepting.release();
  });
});
