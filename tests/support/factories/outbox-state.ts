import { db } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Email } from "#lib/adapters/email/email";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { beginAttempt } from "#lib/domain/deliveries/begin";
import { type Claim, claimDue, TURN_START } from "#lib/domain/deliveries/claim";
import { toEmailStatus } from "#lib/domain/emails/store";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import { createTestClock, START } from "#tests/support/twins/test-clock";

/** Values that take a delivery out of the queue without sending it. */
export const TAKEN_OUT = { status: "cancelled", dueAt: null, claimToken: null } as const;

/** Clears the queue of earlier tests, since a drain claims everything that is due. */
export async function emptyOutbox(): Promise<void> {
  await db().delivery.updateMany({ where: { dueAt: { not: null } }, data: TAKEN_OUT });
  await db().sendPace.deleteMany();
}

export type QueuedEmail = {
  workspace: Workspace;
  formId: string;
  submissionId: string;
  deliveryId: string;
};

/** A submission with one notification due at `now`, in a new workspace unless one is given. */
export async function queueNotification(now: Date, given?: Workspace): Promise<QueuedEmail> {
  const workspace = given ?? (await createWorkspace({ now }));
  const form = await createForm(workspace, { now });
  const submission = await createSubmission(workspace, form, { receivedAt: now });
  const delivery = await createDelivery(workspace, submission, { createdAt: now });
  return {
    workspace,
    formId: form.id,
    submissionId: submission.id,
    deliveryId: delivery.id,
  };
}

/** A notification that is due, and a clock at that moment. */
export async function dueNotification() {
  return { clock: createTestClock(START), ...(await queueNotification(START)) };
}

/** The email as people see it with its attempts, oldest first; `entry` is null once it left the queue. */
export async function readDelivery(deliveryId: string) {
  const delivery = await db().delivery.findFirstOrThrow({
    where: { id: deliveryId },
    include: { attempts: { orderBy: { number: "asc" } } },
  });
  const { dueAt, claimToken } = delivery;
  const status = toEmailStatus(delivery.status);
  return { ...delivery, status, entry: dueAt && { dueAt, claimToken } };
}

/** The captured notification of a workspace. */
export function findNotification({ id: workspaceId }: Pick<Workspace, "id">) {
  return db().capturedEmail.findFirstOrThrow({ where: { workspaceId, kind: "notification" } });
}

/** A first automatic attempt that failed, unless something else is given. */
export function createAttempt(
  { id: workspaceId }: Pick<Workspace, "id">,
  deliveryId: string,
  given: Partial<Prisma.AttemptUncheckedCreateInput> = {},
) {
  const attempt = { number: 1, trigger: "automatic", startedAt: new Date(), outcome: "failed" };
  return db().attempt.create({
    data: { id: newId(), workspaceId, deliveryId, ...attempt, ...given },
  });
}

/** Claims the only due email, or event, like a worker. */
export async function claimOne(now: Date, channel: "email" | "webhook" = "email"): Promise<Claim> {
  const options = { channel, now, turn: TURN_START, limit: 1, token: newId() } as const;
  const [claim] = (await claimDue(options)).claims;
  if (!claim) throw new Error(`no ${channel} is due`);
  return claim;
}

/** The email of an attempt that {@link beginOne} begins. */
export const BEGUN_EMAIL: Email = {
  from: "forms@example.com",
  to: "owner@example.com",
  replyTo: null,
  subject: "New form submission",
  headers: { "X-Entity-Ref-ID": "1" },
  html: "<p>Hello</p>",
  text: "Hello",
};

/** Claims the only due email and begins its attempt, like a worker before it calls the provider. */
export async function beginOne(now: Date) {
  const claim = await claimOne(now);
  const row = { workspaceId: claim.workspaceId, id: claim.deliveryId };
  const sealedPayload = encryptSecret("email_payload", row, JSON.stringify(BEGUN_EMAIL));
  const begun = await beginAttempt({ claim, now, sealedPayload });
  if (begun.kind !== "begun") throw new Error(`the attempt didn't begin: ${begun.kind}`);
  return { claim, attemptId: begun.attemptId };
}
