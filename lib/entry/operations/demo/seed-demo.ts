import { byId, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import { type Context, mintContext } from "#lib/core/context";
import { newId, randomBase62 } from "#lib/core/ids";
import { DEMO_EMAIL } from "#lib/core/settings/demo";
import { settings } from "#lib/core/settings/settings";
import { hashPassword } from "#lib/domain/accounts/password";
import { signUp } from "#lib/domain/accounts/sign-up";
import { removeWorkspace } from "#lib/domain/accounts/workspace";
import { saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { CreateDestinationInput } from "#lib/domain/endpoints/destination-schema";
import { createDestination } from "#lib/domain/endpoints/save-destination";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { createForm } from "#lib/domain/forms/create-form";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { savePage } from "#lib/domain/forms/page/form-page";
import { UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import type { Form } from "#lib/domain/forms/schema";
import { addBlockedSender } from "#lib/domain/forms/spam/protection";
import { updateForm } from "#lib/domain/forms/update-form";
import { acceptSubmission } from "#lib/domain/intake/accept-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import {
  BLOCKED_SENDERS,
  BLOCKED_WORDS,
  type DemoForm,
  type DemoMessage,
  MESSAGES,
  ORDER_CHANNEL,
  ORDER_FIELDS,
  ORDER_PAGE,
  ORDER_REPLY,
  PAST_MONTHS,
} from "#lib/entry/operations/demo/messages";

const HOUR_MS = 3_600_000;
const SENDER = { address: "demo", network: "demo", userAgent: null };

async function addVerifiedRecipient(ctx: Context, email: string): Promise<string> {
  const { id } = await db().recipient.create({
    data: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      email,
      emailKey: email,
      createdAt: ctx.now,
      verifiedAt: ctx.now,
    },
  });
  return id;
}

async function receive(publicKey: string, message: DemoMessage, now: Date): Promise<string> {
  const form = await findOpenForm(publicKey);
  if (!form) throw new Error("the demo form doesn't exist");
  const ctx = visitorContext(form, new Date(now.getTime() - message.hoursAgo * HOUR_MS));
  const { id } = await acceptSubmission(ctx, form, {
    replyWords: null,
    fields: message.fields,
    files: settings().acceptsFiles ? (message.files ?? []) : [],
    isHoneypotFilled: message.isSpam === true,
    repeatKey: null,
    challenge: null,
    formLimit: { isAllowed: true, resetSeconds: 0 },
    unusedFields: [],
  });
  const { workspaceId, now: receivedAt } = ctx;
  await db().submission.update({ where: byId({ workspaceId }, id), data: { receivedAt } });
  return id;
}

async function createOwner(now: Date): Promise<Context> {
  const password = randomBase62(20);
  const input = { email: DEMO_EMAIL, password, workspaceName: "Demo workspace" };
  const { account } = await signUp(input, { ...SENDER, now }, null, { isSeed: true });
  const { workspace, user } = account;
  // No one reads this mailbox.
  await db().delivery.deleteMany({ where: { workspaceId: workspace.id } });
  await db().session.deleteMany({ where: { userId: user.id } });
  await db().user.update({ where: { id: user.id }, data: { verifiedAt: now } });
  const actor = { kind: "user", userId: user.id, role: "owner", provenAt: now } as const;
  return mintContext(workspace.id, { ...actor, sessionId: null }, now);
}

async function addPastUsage({ workspaceId, now }: Context): Promise<void> {
  await db().usageSlot.createMany({
    data: PAST_MONTHS.map((accepted, index) => ({
      workspaceId,
      day: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index - 1, 15)),
      slot: 0,
      accepted,
      spam: Math.round(accepted / 9),
    })),
  });
}

/** Everything that's set up after the messages, so that none of it is sent anywhere. */
async function setUpFeatures(
  ctx: Context,
  forms: Record<DemoForm, Form>,
  [sales, team]: [string, string],
): Promise<void> {
  const ofSales = { id: newId(), name: "Large orders", field: "product", recipientIds: [sales] };
  const urgent = { id: newId(), name: "Express", field: "extras", recipientIds: [sales, team] };
  await saveRouting(ctx, forms.orders.id, {
    revision: null,
    enabled: true,
    rules: [
      { ...urgent, operator: "contains", value: "express" },
      { ...ofSales, operator: "contains", value: "enigma" },
    ],
  });
  await saveFields(ctx, forms.orders.id, {
    revision: null,
    fields: [...ORDER_FIELDS],
    otherFields: "accept",
    onInvalid: "reject",
  });
  await savePage(ctx, forms.orders.id, { ...UNSAVED_PAGE, ...ORDER_PAGE, revision: null });
  // Off, because it needs a widget that Cloudflare verified.
  await saveAutoresponder(ctx, forms.orders.id, {
    ...ORDER_REPLY,
    enabled: false,
    replyRecipientId: sales,
    revision: null,
  });
  const url = "https://hooks.example.com/form-intake";
  await saveWebhook(ctx, forms.orders.id, { url, enabled: true });
  // Off, because there's no such channel.
  await createDestination(ctx, forms.orders.id, CreateDestinationInput.parse(ORDER_CHANNEL));
}

/**
 * Creates a workspace with forms and messages, using the same verbs as the service, for an account that no
 * one can sign in to with a password. Does nothing if the account exists.
 *
 * @returns whether it was created
 */
export async function seedDemo(now: Date): Promise<boolean> {
  const where = { emailKey: DEMO_EMAIL };
  if (await db().user.findUnique({ where, select: { id: true } })) return false;
  const ctx = await createOwner(now);
  const team = await addVerifiedRecipient(ctx, "team@example.com");
  const sales = await addVerifiedRecipient(ctx, "sales@example.com");
  const recipients = { contact: [team], orders: [sales, team] };
  // Emails of the demo are captured, and never really sent.
  const isLive = settings().email.mode === "live";
  const recipientIds = isLive ? { contact: [], orders: [] } : recipients;
  const forms: Record<DemoForm, Form> = {
    contact: await createForm(ctx, {
      name: "Contact",
      recipientIds: recipientIds.contact,
      settings: { subject: "New message from the website", uploads: { enabled: true } },
    }),
    orders: await createForm(ctx, { name: "Orders", recipientIds: recipientIds.orders }),
  };
  await updateForm(ctx, forms.contact.id, { blockedWords: BLOCKED_WORDS });
  for (const entry of BLOCKED_SENDERS) await addBlockedSender(ctx, entry);
  const ids: string[] = [];
  for (const message of MESSAGES)
    ids.push(await receive(forms[message.form].publicKey, message, now));
  for (const id of ids.slice(0, 4)) await updateSubmission(ctx, id, { read: true });
  for (const id of ids.slice(0, 2)) await updateSubmission(ctx, id, { folder: "archive" });
  if (isLive)
    for (const name of ["contact", "orders"] as const)
      await updateForm(ctx, forms[name].id, { recipientIds: recipients[name] });
  await addPastUsage(ctx);
  await setUpFeatures(ctx, forms, [sales, team]);
  return true;
}

/**
 * `DEMO=1`: creates the demo workspace once and prints a random password, which is stored as a hash like any
 * other. Leaves an existing account alone.
 */
export async function seedPrivateDemo(
  log: (line: string) => void,
  now = new Date(),
): Promise<void> {
  if (!(await seedDemo(now)))
    return log(
      `Demo workspace: the account ${DEMO_EMAIL} exists. Its password was shown when it was created.`,
    );
  const password = randomBase62(20);
  const passwordHash = await hashPassword(password);
  await db().user.update({ where: { emailKey: DEMO_EMAIL }, data: { passwordHash } });
  log(`Demo workspace: sign in as ${DEMO_EMAIL} with the password ${password}`);
  log("The password isn't shown again.");
}

/** A little less than the hour between two runs of the job. */
const MAX_AGE_MS = 55 * 60_000;

/**
 * `DEMO=reset`: replaces the demo by a new one if it's an hour old, or doesn't exist. The old one is
 * unreachable at once, and maintenance removes its data. Several processes may try at once.
 *
 * @param isForced - whatever its age, as when the service starts
 * @returns whether there's a new one
 */
export async function resetDemo(now: Date, { isForced = false } = {}): Promise<boolean> {
  await transaction(async (tx) => {
    await lockInTransaction(tx, "demo");
    const user = await tx.user.findUnique({
      where: { emailKey: DEMO_EMAIL },
      include: { memberships: { include: { workspace: { include: { memberships: true } } } } },
    });
    if (!user || (!isForced && now.getTime() - user.createdAt.getTime() < MAX_AGE_MS)) return;
    // A workspace that it was invited to goes on without it.
    for (const { workspaceId, workspace } of user.memberships)
      if (workspace.memberships.length === 1)
        await removeWorkspace(tx, mintContext(workspaceId, { kind: "system" }, now), user.id);
    await tx.user.deleteMany({ where: { id: user.id } });
  });
  return seedDemo(now);
}
