import { byId, db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { HOUR_MS } from "#lib/core/durations";
import { newId, randomBase62 } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { DEMO_EMAIL } from "#lib/domain/accounts/demo-account";
import { hashPassword } from "#lib/domain/accounts/password";
import { createOwned, lockAddress, memberContext } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";
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
import { addSender } from "#lib/domain/forms/spam/protection";
import { updateForm } from "#lib/domain/forms/update-form";
import { acceptSubmission } from "#lib/domain/intake/accept-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import {
  BLOCKED_SENDERS,
  BLOCKED_WORDS,
  DEMO_MESSAGES,
  type DemoForm,
  type DemoMessage,
  ORDER_CHANNEL,
  ORDER_FIELDS,
  ORDER_PAGE,
  ORDER_REPLY,
  PAST_MONTHS,
} from "#lib/entry/operations/demo/messages";

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

/**
 * Creates the account without the emails of a sign-up, because no one reads its mailbox. Null if it
 * exists.
 */
async function createOwner(passwordHash: string, now: Date): Promise<Context | null> {
  const userId = newId();
  const owner = { id: userId, email: DEMO_EMAIL, emailKey: DEMO_EMAIL, passwordHash };
  return transaction(async (tx) => {
    if (await lockAddress(tx, DEMO_EMAIL)) return null;
    await tx.user.create({ data: { ...owner, createdAt: now, verifiedAt: now } });
    const { id } = await createOwned(tx, { userId, name: "Demo workspace" }, now);
    const ctx = memberContext({ userId, workspaceId: id, role: "owner" }, { ...SENDER, now });
    await recordAudit(tx, ctx, { action: "account.created" });
    return ctx;
  });
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

/** Sets up everything that must come after the messages, so that none of them is sent anywhere. */
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
  // Off, because it needs a widget that Cloudflare has verified.
  await saveAutoresponder(ctx, forms.orders.id, {
    ...ORDER_REPLY,
    enabled: false,
    replyRecipientId: sales,
    revision: null,
  });
  const url = "https://hooks.example.com/form-intake";
  await saveWebhook(ctx, forms.orders.id, { url, enabled: true });
  // Off, because the channel doesn't exist.
  await createDestination(ctx, forms.orders.id, CreateDestinationInput.parse(ORDER_CHANNEL));
}

/**
 * `DEMO=1`: creates a workspace with forms and messages, using the same verbs as the service. Its messages send no
 * emails and events while emails are live. Does nothing if its account exists.
 *
 * @param password - stored as a hash like any other
 * @returns whether it was created
 */
export async function seedDemo(password: string, now: Date): Promise<boolean> {
  const ctx = await createOwner(await hashPassword(password), now);
  if (!ctx) return false;
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
  for (const entry of BLOCKED_SENDERS) await addSender(ctx, "blocked", entry);
  const ids: string[] = [];
  for (const message of DEMO_MESSAGES)
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

/** Creates the demo once, with DEMO_PASSWORD or a random password, and prints how to sign in. */
export async function openDemo(log: (line: string) => void, now = new Date()): Promise<void> {
  const published = settings().demoPassword;
  const password = published ?? randomBase62(20);
  if (!(await seedDemo(password, now)))
    return log(
      `Demo workspace: the account ${DEMO_EMAIL} exists. Its password was shown when it was created.`,
    );
  log(`Demo workspace: sign in as ${DEMO_EMAIL} with the password ${password}`);
  log(
    published === undefined
      ? "The password isn't shown again."
      : "The sign-in page tells everyone the password (DEMO_PASSWORD).",
  );
}
