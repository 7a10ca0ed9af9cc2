import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { checkForm, getCheckedForm } from "#lib/domain/diagnostics/check-form";
import { updateForm } from "#lib/domain/forms/update-form";
import { recordRejection } from "#lib/domain/intake/rejections";
import { postVisit } from "#tests/support/contract/intake";
import {
  contextAt,
  createForm,
  createOwnForm,
  createVerifiedRecipient,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import { countStatements } from "#tests/support/setup/query-plan";

const MINUTE_MS = 60_000;
const NOTHING = { errors: [], warnings: [] };

async function setUp() {
  const own = await createOwnForm();
  const { workspace, form } = own;
  const later = (minutes: number) =>
    contextAt(workspace, new Date(Date.now() + minutes * MINUTE_MS));
  const marks = async (ctx = later(0)) => (await getCheckedForm(ctx, form.id)).marks;
  return { ...own, later, marks, check: (ctx = later(0)) => checkForm(ctx, form.id) };
}
type Own = Awaited<ReturnType<typeof setUp>>;

let own: Own;
beforeEach(async () => {
  own = await setUp();
});

test("a new form has no check, and shows what the first one found for an hour", async () => {
  const { check, later, marks } = own;
  expect(await marks()).toBeNull();
  await check();
  expect(await marks()).toEqual(NOTHING);
  expect(await marks(later(59))).toEqual(NOTHING);
  expect(await marks(later(61))).toBeNull();
});

test("a form's page reads what the doctor found with the form, in one statement", async () => {
  const { ctx, form, check, later } = own;
  await createVerifiedWidget(form.id, { verifiedAt: null });
  await updateForm(ctx, form.id, { recipientIds: [], blockedWords: ["casino"] });
  const findings = await check();
  const { result, count } = await countStatements(() => getCheckedForm(later(1), form.id));
  expect(count).toBe(1);
  expect(result).toMatchObject({
    form: { id: form.id, recipientIds: [], turnstile: { enabled: true, verifiedAt: null } },
    options: { blockedWords: ["casino"] },
  });
  const sections = (severity: string) =>
    new Set(findings.filter((one) => one.severity === severity).map(({ section }) => section));
  expect(new Set(result.marks?.errors)).toEqual(sections("error"));
  expect(new Set(result.marks?.warnings)).toEqual(sections("warning"));
  expect(result.marks?.warnings).toEqual(expect.arrayContaining(["settings", "spam_protection"]));
});

const setWebhook = ({ form }: Own, data: object) =>
  db().webhook.updateMany({ where: { formId: form.id }, data });

/** A failed notification of a new message. */
async function failedDelivery({ workspace, form }: Own): Promise<void> {
  const submission = await createSubmission(workspace, form);
  await createDelivery(workspace, submission, { status: "queued" });
  await setDeliveries(form.id, "failed");
}
const setDeliveries = (formId: string, status: string) =>
  db().delivery.updateMany({ where: { submission: { formId } }, data: { status, dueAt: null } });

const setRecipient = ({ form }: Own, data: object) =>
  db().recipient.updateMany({ where: { id: { in: form.recipientIds } }, data });

/** What breaks a form, the mark that shows it, and the fix. */
const BREAKS: readonly [
  string,
  {
    start?: (own: Own) => unknown;
    go: (own: Own) => unknown;
    fix: (own: Own) => unknown;
    section: string;
  },
][] = [
  [
    "settings that lose messages",
    {
      go: ({ ctx, form }) => updateForm(ctx, form.id, { recipientIds: [] }),
      fix: ({ ctx, form }) => updateForm(ctx, form.id, { recipientIds: form.recipientIds }),
      section: "settings",
    },
  ],
  [
    "a webhook that fails",
    {
      start: ({ workspace, form }) => createWebhook(workspace, form),
      go: (one) => setWebhook(one, { health: "failing", failuresInRow: 3 }),
      fix: (one) => setWebhook(one, { health: "healthy", failuresInRow: 0 }),
      section: "webhook",
    },
  ],
  [
    "a notification that fails",
    {
      go: failedDelivery,
      fix: ({ form }) => setDeliveries(form.id, "delivered"),
      section: "messages",
    },
  ],
  [
    "a recipient that is blocked",
    {
      go: (one) => setRecipient(one, { blockedReason: "bounced" }),
      fix: (one) => setRecipient(one, { blockedReason: null, verifiedAt: new Date() }),
      section: "recipients",
    },
  ],
];

test.each(BREAKS)(
  "%s and its fix show at the next page",
  async (_, { start, go, fix, section }) => {
    const { check, marks } = own;
    await start?.(own);
    await check();
    const before = await marks();
    expect(before).not.toBeNull();
    await go(own);
    expect(await marks(), "broken").toBeNull();
    await check();
    expect(Object.values((await marks()) ?? {}).flat()).toContain(section);
    await fix(own);
    expect(await marks(), "fixed").toBeNull();
    await check();
    expect(await marks()).toEqual(before);
  },
);

test("a rejected submission outdates its form's check, each time", async () => {
  const { workspace, form, check, marks } = own;
  const other = await createForm(workspace);
  await checkForm(workspace.ctx, other.id);
  const now = new Date();
  for (let time = 1; time <= 2; time += 1) {
    await check();
    expect(await marks()).not.toBeNull();
    await recordRejection(form.publicKey, "empty_submission", null, now);
    expect(await marks(), `rejection ${time}`).toBeNull();
  }
  expect((await getCheckedForm(workspace.ctx, other.id)).marks).not.toBeNull();
});

test("the first challenge that passes outdates a check", async () => {
  const { form, check, marks } = own;
  await createVerifiedWidget(form.id, { verifiedAt: null });
  await check();
  await db().turnstileWidget.updateMany({
    where: { formId: form.id },
    data: { verifiedAt: new Date() },
  });
  expect(await marks()).toBeNull();
});

test("an accepted message costs no statement more, and leaves the check and intake's cached form as they are", async () => {
  const { form, check, marks } = own;
  await postVisit(form.publicKey, { json: { message: "first" } });
  await check();
  const before = await marks();
  const post = () => postVisit(form.publicKey, { json: { message: "second" } });
  expect((await countStatements(post)).count).toBe(1);
  expect(before).not.toBeNull();
  expect(await marks()).toEqual(before);
});

test("a check doesn't wait for someone who is changing the form, nor replace a later one", async () => {
  const { workspace, form, check, later, marks } = own;
  await check();
  await db().$transaction(async (tx) => {
    await tx.form.updateMany({ where: { id: form.id }, data: { name: "New" } });
    await check();
  });
  expect(await marks(), "outdated by the save").toBeNull();
  await check(later(10));
  const { recipientIds } = form;
  await updateForm(workspace.ctx, form.id, { recipientIds: [] });
  await check(later(5));
  expect(await marks(later(10)), "an earlier check").toBeNull();
  await updateForm(workspace.ctx, form.id, { recipientIds });
  await check(later(11));
  expect(await marks(later(11))).toEqual(NOTHING);
});

test("a check of another workspace's form, or of a deleted one, is never stored", async () => {
  const { form } = own;
  const stranger = await createOwnForm();
  await expect(checkForm(stranger.ctx, form.id)).rejects.toMatchObject({ code: "not_found" });
  await createVerifiedRecipient(stranger.workspace);
  expect(await db().formCheck.count({ where: { formId: form.id } })).toBe(0);
});
