import { describe, expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { changeTimeZone } from "#lib/domain/accounts/change-time-zone";
import { removeMember } from "#lib/domain/accounts/members/change-members";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import type { SaveNotificationChoiceInput } from "#lib/domain/emails/digests/choice-schema";
import { listNotificationChoices } from "#lib/domain/emails/digests/choices";
import { queueDigests } from "#lib/domain/emails/digests/queue-digests";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { removeRecipient } from "#lib/domain/emails/remove-recipient";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { holdLocks } from "#tests/support/drills/lock-waits";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { csvOf, importFile } from "#tests/support/factories/import-factories";
import { addMember } from "#tests/support/factories/member-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { createTestClock } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const START = new Date("2026-10-20T10:30:00Z");
const HOURLY = { frequency: "hourly", hour: null } as const;
const NEVER = { frequency: "never", hour: null } as const;
const dailyAt = (hour: number) => ({ frequency: "daily", hour }) as const;

type Choice = Omit<SaveNotificationChoiceInput, "memberId">;

/** A workspace whose owner is the recipient of a form, and a clock at which its digests are queued and sent. */
async function setUp(start = START) {
  const workspace = await createWorkspace({ now: start });
  const { id } = await createVerifiedRecipient(workspace, { email: workspace.user.email });
  const form = await createForm(workspace, { now: start, recipientIds: [id] });
  const clock = createTestClock(start);
  const at = (member = workspace) => contextAt(member, clock.now());
  return {
    workspace,
    form,
    clock,
    at,
    recipientId: id,
    choose: (choice: Choice, member = workspace, formId = form.id) =>
      saveNotificationChoice(at(member), formId, { memberId: member.user.id, ...choice }),
    /** A message that came just now. */
    receive: (name: string, options: object = {}) =>
      createSubmission(workspace, form, {
        fields: { name, message: `From ${name}` },
        receivedAt: clock.now(),
        ...options,
      }),
    /** Moves the clock on, and queues what is due then. */
    async pass(ms: number) {
      clock.advance(ms);
      return queueDigests(clock);
    },
  };
}

/** Sends what is queued, and reads all digests of a workspace, oldest first. */
async function readDigests({ id, ctx }: Workspace, clock: ReturnType<typeof createTestClock>) {
  await drainOutbox(clock);
  const { data } = await listCapturedEmails(
    { ...ctx, now: clock.now() },
    { limit: 50, kind: "digest" },
  );
  const emails = await Promise.all(data.toReversed().map((one) => getCapturedEmail(ctx, one.id)));
  expect(emails.length).toBe(
    await db().capturedEmail.count({ where: { workspaceId: id, kind: "digest" } }),
  );
  return emails;
}

/** The names of the senders that digests list, by digest. */
const sendersOf = (emails: readonly { text: string }[]) =>
  emails.map(({ text }) =>
    [...text.matchAll(/^ {2}From (.+)$/gm)].map(([, name]) => name).reverse(),
  );

describe("an hourly digest", () => {
  test("lists what came, with time and zone, and links; and nothing is sent if nothing came", async () => {
    const { workspace, form, clock, choose, receive, pass } = await setUp();
    await updateWorkspace(contextAt(workspace, clock.now()), { timeZone: "Europe/Berlin" });
    await choose(HOURLY);
    expect(await pass(30 * MINUTE_MS)).toBe(0);
    clock.advance(10 * MINUTE_MS);
    const { id } = await receive("Ada");
    expect(await pass(10 * MINUTE_MS), "not yet").toBe(0);
    expect(await pass(40 * MINUTE_MS)).toBe(1);
    expect(await pass(HOUR_MS)).toBe(0);
    const [email, ...others] = await readDigests(workspace, clock);
    expect(others).toEqual([]);
    expect(email?.to).toBe(workspace.user.email);
    expect(email?.subject).toContain("1 new message in ");
    const { text = "", html = "", headers = {} } = email ?? {};
    expect(text).toContain(`${form.name}: 1 message\n\n  Ada\n  `);
    expect(text).toContain("  20 October 2026 at 13:10 UTC+2\n");
    expect(text).toContain(`/inbox/${id}\n`);
    expect(text).toContain("Times are in the time zone Europe/Berlin.");
    expect(html).toContain(`/inbox/${id}`);
    expect(headers).toMatchObject({
      "List-Unsubscribe": expect.stringMatching(/\/stop-digests\?token=/),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  test("leaves out spam, and what was deleted or moved to spam until it's sent", async () => {
    const { workspace, clock, at, choose, receive, pass } = await setUp();
    await choose(HOURLY);
    await receive("Spam", { folder: "spam" });
    await receive("Kept");
    const deleted = await receive("Deleted");
    const moved = await receive("Moved");
    expect(await pass(HOUR_MS)).toBe(1);
    await deleteSubmission(at(), deleted.id);
    await updateSubmissions(at(), [moved.id], { folder: "spam" });
    expect(sendersOf(await readDigests(workspace, clock))).toEqual([["Kept"]]);
  });

  test("isn't sent if nothing is left, and its delivery is cancelled", async () => {
    const { workspace, clock, at, choose, receive, pass } = await setUp();
    await choose(HOURLY);
    const { id } = await receive("Deleted");
    expect(await pass(HOUR_MS)).toBe(1);
    await deleteSubmission(at(), id);
    expect(await readDigests(workspace, clock)).toEqual([]);
    const where = { workspaceId: workspace.id, kind: "digest" };
    expect(await db().delivery.findMany({ where })).toMatchObject([{ status: "cancelled" }]);
  });

  test("has what left spam since, once, and not what someone moved there and back", async () => {
    const { workspace, clock, at, choose, receive, pass } = await setUp();
    await choose(HOURLY);
    const caught = await receive("Caught", { folder: "spam" });
    const seen = await receive("Seen");
    await pass(HOUR_MS);
    const input = { folder: "inbox", email: false, event: false } as const;
    await markNotSpam(at(), caught.id, input);
    // By the database's own clock: it left spam now.
    await db().submission.update({
      where: { workspaceId_id: { workspaceId: workspace.id, id: caught.id } },
      data: { newFrom: clock.now() },
    });
    await updateSubmissions(at(), [seen.id], { folder: "spam" });
    await markNotSpam(at(), seen.id, input);
    for (const _ of [1, 2, 3]) await pass(HOUR_MS);
    // Both are sent at once here, in any order.
    const senders = sendersOf(await readDigests(workspace, clock)).flat();
    expect(senders.toSorted()).toEqual(["Caught", "Seen"]);
  });

  test("is one for all forms, and names how many more there are", async () => {
    const { workspace, clock, choose, receive, pass, recipientId } = await setUp();
    const forms = [];
    for (let count = 0; count < 22; count += 1)
      forms.push(
        await createForm(workspace, { name: `Form ${count}`, recipientIds: [recipientId] }),
      );
    for (const form of forms) {
      await choose(HOURLY, workspace, form.id);
      await createSubmission(workspace, form, { receivedAt: clock.now() });
    }
    await choose(HOURLY);
    for (let count = 0; count < 13; count += 1) await receive(`Sender ${count}`);
    expect(await pass(HOUR_MS)).toBe(1);
    const [email] = await readDigests(workspace, clock);
    expect(email?.subject).toBe("35 new messages in 23 forms");
    expect(email?.text).toContain("And 3 more:\n");
    expect(email?.text).toContain("And 3 more forms:\n");
    expect(email?.text.match(/^ {2}Sender/gm)).toHaveLength(10);
  });
});

describe("a daily digest", () => {
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`);
  /** Runs the job every 15 minutes for some days, with a message each hour. */
  async function runDays(start: Date, days: number, hour: number, timeZone: string) {
    const setup = await setUp(start);
    const { clock, choose, receive, at } = setup;
    await changeTimeZone(at(), timeZone);
    await choose(dailyAt(hour));
    const queuedAt: string[] = [];
    let received = 0;
    for (let step = 0; step < days * 96; step += 1) {
      if (step % 24 === 0) {
        await receive(`Sender ${received}`);
        received += 1;
      }
      clock.advance(15 * MINUTE_MS);
      if ((await queueDigests(clock)) > 0) queuedAt.push(clock.now().toISOString());
    }
    return { ...setup, queuedAt, received };
  }

  test.each([
    ["a day of 23 hours", "2026-03-28", 9, ["2026-03-28T08", "2026-03-29T07", "2026-03-30T07"]],
    ["a day of 25 hours", "2026-10-24", 9, ["2026-10-24T07", "2026-10-25T08", "2026-10-26T08"]],
    [
      "an hour that doesn't exist",
      "2026-03-28",
      2,
      ["2026-03-28T01", "2026-03-29T01", "2026-03-30T00"],
    ],
    [
      "an hour that comes twice",
      "2026-10-24",
      2,
      ["2026-10-24T00", "2026-10-25T00", "2026-10-26T01"],
    ],
    ["the end of a month", "2026-10-30", 9, ["2026-10-30T08", "2026-10-31T08", "2026-11-01T08"]],
  ] as const)("comes once a day over %s, and loses nothing", async (_, day, hour, times) => {
    // The last moment before that day in Berlin.
    const start = new Date(midnight(day).getTime() - 3 * HOUR_MS);
    const { workspace, clock, queuedAt, received, pass } = await runDays(
      start,
      3,
      hour,
      "Europe/Berlin",
    );
    expect(queuedAt).toEqual(times.map((time) => `${time}:00:00.000Z`));
    await pass(24 * HOUR_MS);
    // All digests are sent at once here, in any order.
    const senders = sendersOf(await readDigests(workspace, clock)).flat();
    const byNumber = (text = "") => Number(text.slice("Sender ".length));
    expect(senders.toSorted((one, other) => byNumber(one) - byNumber(other))).toEqual(
      Array.from({ length: received }, (__, index) => `Sender ${index}`),
    );
  });

  test("moves to the member's hour when their zone or the workspace's changes", async () => {
    const { workspace, form, clock, at, choose } = await setUp();
    await choose(dailyAt(9));
    const next = async () => (await listNotificationChoices(at(), form.id))[0]?.nextDigestAt;
    expect(await next()).toBe(Date.parse("2026-10-21T09:00:00Z"));
    await updateWorkspace(contextAt(workspace, clock.now()), { timeZone: "Europe/Berlin" });
    expect(await next()).toBe(Date.parse("2026-10-21T07:00:00Z"));
    await changeTimeZone(at(), "Asia/Tokyo");
    expect(await next()).toBe(Date.parse("2026-10-21T00:00:00Z"));
    await changeTimeZone(at(), null);
    expect(await next()).toBe(Date.parse("2026-10-21T07:00:00Z"));
  });
});

test("a digest doesn't list imported messages as new", async () => {
  const { workspace, form, clock, choose, pass } = await setUp();
  await choose(HOURLY);
  const file = csvOf(2, { at: clock.now().getTime() + 10 * MINUTE_MS });
  expect(await importFile(workspace.ctx, form.id, file)).toMatchObject({ imported: 2 });
  expect(await pass(HOUR_MS)).toBe(0);
});

describe("exactly once", () => {
  test("with many drains at once, each member gets one digest with everything", async () => {
    const { workspace, form, clock, choose, receive, pass, recipientId } = await setUp();
    const members = [
      workspace,
      await addMember(workspace, "member"),
      await addMember(workspace, "owner"),
    ];
    for (const member of members) await choose(HOURLY, member);
    const other = await createForm(workspace, { name: "Other", recipientIds: [recipientId] });
    for (const member of members) await choose(HOURLY, member, other.id);
    await receive("Ada");
    await createSubmission(workspace, other, { receivedAt: clock.now() });
    clock.advance(HOUR_MS);
    const counts = await Promise.all(Array.from({ length: 5 }, () => queueDigests(clock)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await pass(HOUR_MS)).toBe(0);
    const emails = await readDigests(workspace, clock);
    expect(emails.map(({ to }) => to).toSorted()).toEqual(
      members.map(({ user }) => user.email).toSorted(),
    );
    for (const { text } of emails)
      expect(text).toMatch(new RegExp(`${form.name}: 1 message[^]*Other: 1 message`));
  });

  test("a process that dies while it queues leaves the digest to the next run", async () => {
    const { workspace, clock, choose, receive, pass } = await setUp();
    await choose(HOURLY);
    await receive("Ada");
    await pool().query(`CREATE FUNCTION fail_digest() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the process died'; END $$`);
    await pool().query(`CREATE TRIGGER fail_digest BEFORE INSERT ON deliveries
      FOR EACH ROW WHEN (NEW.kind = 'digest') EXECUTE FUNCTION fail_digest()`);
    await expect(pass(HOUR_MS)).rejects.toThrow();
    await pool().query("DROP TRIGGER fail_digest ON deliveries");
    expect(await pass(MINUTE_MS)).toBe(1);
    expect(await pass(2 * HOUR_MS)).toBe(0);
    expect(sendersOf(await readDigests(workspace, clock))).toEqual([["Ada"]]);
  });

  test("what is stored but not visible yet comes in the next digest", async () => {
    const { workspace, form, choose } = await setUp(new Date());
    await choose(HOURLY);
    const clock = createTestClock(new Date(Date.now() + 2 * HOUR_MS));
    // An acceptance that has its time already, and commits later.
    const holder = await holdLocks("SELECT stamp_submission()");
    const { id } = await createSubmission(workspace, form, {
      fields: { name: "Late", message: "From Late" },
      receivedAt: new Date(Date.now() + 1_000),
    });
    expect(await queueDigests(clock), "it isn't settled").toBe(0);
    await holder.query("COMMIT");
    await db().submission.updateMany({
      where: { id },
      data: { receivedAt: new Date(Date.now() - 1) },
    });
    clock.advance(HOUR_MS);
    expect(await queueDigests(clock)).toBe(1);
    expect(sendersOf(await readDigests(workspace, clock))).toEqual([["Late"]]);
  });

  test("what was notified at once isn't in a digest, and what wasn't is in the last one", async () => {
    const { workspace, form, choose } = await setUp(new Date());
    const clock = createTestClock(new Date());
    const send = (name: string) => submitTo(form, { name, message: `From ${name}` });
    await send("At once");
    await choose(HOURLY);
    await send("Later");
    const frequency = { frequency: "immediately", hour: null } as const;
    await choose(frequency);
    await send("At once again");
    clock.advance(2 * MINUTE_MS);
    expect(await queueDigests(clock)).toBe(1);
    clock.advance(2 * HOUR_MS);
    expect(await queueDigests(clock)).toBe(0);
    expect(sendersOf(await readDigests(workspace, clock))).toEqual([["Later"]]);
    const where = { workspaceId: workspace.id, kind: "notification" };
    expect(await db().delivery.count({ where })).toBe(2);
  });
});

describe("who gets digests", () => {
  test("a member who is removed between queue and send gets nothing more about the workspace", async () => {
    const { workspace, form, clock, at, choose, receive, pass } = await setUp();
    const member = await addMember(workspace, "member");
    const { id } = await createVerifiedRecipient(workspace, { email: member.user.email });
    await db().formRecipient.create({
      data: { workspaceId: workspace.id, formId: form.id, recipientId: id, position: 1 },
    });
    await choose(HOURLY, member);
    await receive("Ada");
    expect(await pass(HOUR_MS)).toBe(1);
    await removeMember(at(), member.user.id, { revokeTokens: false });
    expect(await readDigests(workspace, clock)).toEqual([]);
    expect(await pass(2 * HOUR_MS)).toBe(0);
    expect(
      await db().recipient.count({
        where: { workspaceId: workspace.id, email: member.user.email },
      }),
    ).toBe(0);
    await submitTo(form);
    const where = { workspaceId: workspace.id, kind: "notification" };
    expect(await db().delivery.findMany({ where })).toMatchObject([
      { email: workspace.user.email },
    ]);
  });

  test("where a rule notifies no one else, a removed member's address stays, and gets nothing", async () => {
    const { workspace, form, at } = await setUp(new Date());
    const member = await addMember(workspace, "member");
    const { id } = await createVerifiedRecipient(workspace, { email: member.user.email });
    const rule = {
      id: newId(),
      name: "Sales",
      field: "name",
      operator: "contains",
      value: "a",
    } as const;
    const rules = [{ ...rule, recipientIds: [id] }];
    await saveRouting(at(), form.id, { revision: null, enabled: true, rules });
    await removeMember(at(), member.user.id, { revokeTokens: false });
    const where = { workspaceId_id: { workspaceId: workspace.id, id } };
    expect(await db().recipient.findUnique({ where })).toMatchObject({ verifiedAt: null });
    await submitTo(form, { name: "Ada" });
    expect(
      await db().delivery.count({ where: { workspaceId: workspace.id, recipientId: id } }),
    ).toBe(0);
  });

  test("neither a removed recipient nor a blocked one does, and one who is unblocked loses nothing", async () => {
    const { workspace, clock, at, choose, receive, pass, recipientId } = await setUp();
    await choose(HOURLY);
    await receive("Ada");
    const where = { workspaceId_id: { workspaceId: workspace.id, id: recipientId } };
    await db().recipient.update({ where, data: { blockedReason: "bounced" } });
    expect(await pass(HOUR_MS)).toBe(0);
    await db().recipient.update({ where, data: { blockedReason: null } });
    await receive("Bob");
    expect(await pass(HOUR_MS)).toBe(1);
    await removeRecipient(at(), recipientId);
    await receive("Eve");
    expect(await pass(HOUR_MS)).toBe(0);
    expect(await readDigests(workspace, clock)).toEqual([]);
  });

  test("someone who wants nothing isn't notified, and a message says why no one was", async () => {
    const { workspace, form, at, choose } = await setUp(new Date());
    await choose(NEVER);
    await submitTo(form);
    expect(await db().delivery.count({ where: { workspaceId: workspace.id } })).toBe(0);
    const row = await db().submission.findFirstOrThrow({ where: { formId: form.id } });
    expect(row.plan).toMatchObject({ reason: "not_immediately", recipients: [] });
    expect(await listNotificationChoices(at(), form.id)).toMatchObject([{ frequency: "never" }]);
  });

  test("members set their own choice, owners anyone's, and no one an unknown member's", async () => {
    const { workspace, form, at, choose } = await setUp();
    const member = await addMember(workspace, "member");
    await choose(dailyAt(18), member);
    const other = { memberId: workspace.user.id, ...NEVER };
    await expectRejection(saveNotificationChoice(at(member), form.id, other), "owner_required");
    await saveNotificationChoice(at(), form.id, { memberId: member.user.id, ...NEVER });
    expect(await listNotificationChoices(at(member), form.id)).toMatchObject([
      { memberId: workspace.user.id, frequency: "immediately", hour: null },
      { memberId: member.user.id, frequency: "never", hour: null },
    ]);
    const stranger = await createWorkspace();
    const unknown = { memberId: stranger.user.id, ...NEVER };
    await expectRejection(saveNotificationChoice(at(), form.id, unknown), "not_found");
    await expectRejection(listNotificationChoices(stranger.ctx, form.id), "not_found");
  });
});
