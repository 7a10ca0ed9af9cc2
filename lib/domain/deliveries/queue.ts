import type { Db } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { EMAIL_CONCURRENCY_KEY } from "#lib/domain/deliveries/claim";
import { noteQueued } from "#lib/domain/deliveries/drain-trigger";
import type { EmailData } from "#lib/domain/deliveries/email-data";
import type { EmailKind } from "#lib/domain/deliveries/schema";

/**
 * Assignments that make a delivery due now. A worker that still holds it loses its claim, and records nothing
 * afterwards. Uses the database's clock unless ours is behind: a clock that is ahead must not delay anything.
 */
export async function dueNow(tx: Db, ctx: Pick<Context, "now">) {
  noteQueued();
  const [row] = await queryRows<{ dueAt: Date }>(tx, { dueAt: "timestamptz" })`
    SELECT least(${ctx.now}::timestamptz, now()) AS "dueAt"`;
  const dueAt = row?.dueAt ?? ctx.now;
  return { status: "queued", nextAttemptAt: dueAt, dueAt, claimToken: null };
}

type NewEmail<Data extends object> = {
  to: string;
  recipientId?: string;
  submissionId?: string;
  data: Data;
  /**
   * The key of the first series of attempts, by which the test inbox finds the email; a new ID by
   * default.
   */
  seriesKey?: string;
  /** The delivery's ID; a new one by default. */
  id?: string;
  /** How long to hold the delivery before it can be sent. */
  holdMs?: number;
};

/**
 * Queues an email that isn't about a submission, in the transaction that makes it due. It is sent by
 * the next drain, even if this process dies.
 */
export function queueEmail(tx: Db, ctx: Context, email: NewEmail<EmailData>): Promise<void> {
  return queueEmailOfKind(tx, ctx, email.data.kind, email);
}

/**
 * Queues an email like {@link queueEmail}, but one that may be about a submission. @param email.data - the
 * content it's composed from
 */
export async function queueEmailOfKind(
  tx: Db,
  { workspaceId, now }: Context,
  kind: EmailKind,
  email: NewEmail<object>,
): Promise<void> {
  noteQueued();
  const { to, recipientId, submissionId, data, seriesKey = newId() } = email;
  const { id = newId(), holdMs = 0 } = email;
  const sealed = encryptSecret("email_data", { workspaceId, id }, JSON.stringify(data));
  await tx.$executeRaw`
    INSERT INTO deliveries (id, workspace_id, channel, recipient_id, submission_id, kind, email, status,
      sealed_data, dedupe_key, created_at, next_attempt_at, concurrency_key, due_at)
    SELECT ${id}::uuid, ${workspaceId}::uuid, 'email', ${recipientId ?? null}::uuid, ${submissionId ?? null}::uuid,
      ${kind}, ${to}, 'queued', ${sealed}, ${seriesKey}::uuid, ${now}::timestamptz, due.at, ${EMAIL_CONCURRENCY_KEY}::uuid, due.at
    FROM (SELECT least(${now}::timestamptz, now()) + ${holdMs}::int * interval '1 ms' AS at) due`;
}

/**
 * Queues an email to every owner of the workspace, as {@link queueEmail} does.
 *
 * @param except - an owner with this address gets none
 */
export async function queueOwnerEmails(
  tx: Db,
  ctx: Context,
  dataFor: (workspaceName: string) => EmailData,
  { except = "" }: { except?: string } = {},
): Promise<void> {
  const owners = { role: "owner", user: { emailKey: { not: addressKey(except) } } };
  const { name, memberships } = await tx.workspace.findUniqueOrThrow({
    where: { id: ctx.workspaceId },
    select: {
      name: true,
      memberships: { where: owners, select: { user: { select: { email: true } } } },
    },
  });
  for (const { user } of memberships)
    await queueEmail(tx, ctx, { to: user.email, data: dataFor(name) });
}
