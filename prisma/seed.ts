import { hashPassword } from "#lib/accounts/password";
import { signUp } from "#lib/accounts/sign-up";
import { type Context, mintContext } from "#lib/core/context";
import { DEMO_EMAIL } from "#lib/core/demo";
import type { FieldPairs } from "#lib/core/fields";
import { newId, randomBase62 } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { byId, db } from "#lib/db/database";
import { createForm } from "#lib/forms/create-form";
import type { Form } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { acceptSubmission } from "#lib/intake/accept-submission";
import { findOpenForm, visitorContext } from "#lib/intake/open-form";
import { updateSubmission } from "#lib/submissions/update-submissions";

const HOUR_MS = 3_600_000;

type DemoMessage = {
  hoursAgo: number;
  form: "contact" | "orders";
  fields: FieldPairs;
  isSpam?: true;
};

const MESSAGES: readonly DemoMessage[] = [
  {
    hoursAgo: 150,
    form: "contact",
    fields: [
      ["name", "Grace Hopper"],
      ["email", "grace@example.com"],
      ["message", "Your talk was the best of the day. Are the slides online somewhere?"],
    ],
  },
  {
    hoursAgo: 97,
    form: "orders",
    fields: [
      ["name", "Alan Turing"],
      ["email", "alan@example.com"],
      ["product", "Enigma, restored"],
      ["quantity", "1"],
      ["extras", ["Gift wrap", "Express"]],
    ],
  },
  {
    hoursAgo: 30,
    form: "contact",
    isSpam: true,
    fields: [
      ["name", "Best Deals"],
      ["message", "Cheap watches, click now!!!"],
    ],
  },
  {
    hoursAgo: 26,
    form: "contact",
    fields: [
      ["name", "Katherine Johnson"],
      ["email", "katherine@example.com"],
      [
        "message",
        "The numbers on your pricing page don't add up for 12 seats.\n\nCould you check?",
      ],
    ],
  },
  {
    hoursAgo: 2,
    form: "orders",
    fields: [
      ["name", "Σοφία Παπαδοπούλου"],
      ["email", "sofia@example.com"],
      ["product", "Astrolabe"],
      ["quantity", "2"],
    ],
  },
];

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
    asksForReply: false,
    fields: message.fields,
    files: [],
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

/** A new password for the demo account. It's only printed, and stored as a hash like any other. */
async function setPassword(log: (line: string) => void): Promise<void> {
  const password = randomBase62(20);
  const passwordHash = await hashPassword(password);
  const user = await db().user.update({ where: { emailKey: DEMO_EMAIL }, data: { passwordHash } });
  await db().session.deleteMany({ where: { userId: user.id } });
  log(`Demo workspace: sign in as ${DEMO_EMAIL} with the password ${password}`);
  log("The password isn't shown again. DEMO=reset sets a new one.");
}

type SeedOptions = { now?: Date; resetsPassword?: boolean };

/**
 * `DEMO=1`: creates a workspace with forms and messages, using the same verbs as the service, and prints a
 * random password once. Leaves an existing account with this address alone, except that `DEMO=reset` sets
 * a new password.
 */
export async function seedDemo(
  log: (line: string) => void,
  { now = new Date(), resetsPassword = false }: SeedOptions = {},
): Promise<void> {
  if (await db().user.findUnique({ where: { emailKey: DEMO_EMAIL }, select: { id: true } })) {
    if (resetsPassword) return setPassword(log);
    return log(
      `Demo workspace: the account ${DEMO_EMAIL} exists. Its password was shown when it was created. To set a new one, start once with DEMO=reset.`,
    );
  }
  const { account } = await signUp(
    { email: DEMO_EMAIL, password: randomBase62(20), workspaceName: "Demo workspace" },
    { address: "demo", network: "demo", userAgent: null, now },
    null,
    { isSeed: true },
  );
  // No one reads this mailbox.
  await db().delivery.deleteMany({ where: { workspaceId: account.workspace.id } });
  await db().user.update({ where: { id: account.user.id }, data: { verifiedAt: now } });
  const ctx = mintContext(
    account.workspace.id,
    { kind: "user", userId: account.user.id, role: "owner", provenAt: now, sessionId: null },
    now,
  );
  const team = await addVerifiedRecipient(ctx, "team@example.com");
  const sales = await addVerifiedRecipient(ctx, "sales@example.com");
  const recipients = { contact: [team], orders: [sales, team] };
  // Emails of the demo are captured, and never really sent.
  const isLive = settings().email.mode === "live";
  const recipientIds = isLive ? { contact: [], orders: [] } : recipients;
  const forms: Record<DemoMessage["form"], Form> = {
    contact: await createForm(ctx, {
      name: "Contact",
      recipientIds: recipientIds.contact,
      settings: { subject: "New message from the website", uploads: { enabled: true } },
    }),
    orders: await createForm(ctx, { name: "Orders", recipientIds: recipientIds.orders }),
  };
  const ids: string[] = [];
  for (const message of MESSAGES)
    ids.push(await receive(forms[message.form].publicKey, message, now));
  for (const id of ids.slice(0, 2)) await updateSubmission(ctx, id, { read: true });
  if (isLive)
    for (const name of ["contact", "orders"] as const)
      await updateForm(ctx, forms[name].id, { recipientIds: recipients[name] });
  await setPassword(log);
}
