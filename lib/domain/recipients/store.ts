import { type Db, db, lockInTransaction } from "#lib/adapters/db/database";
import type { Recipient as RecipientRow } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { idsOf } from "#lib/core/ids";
import { BlockedReason } from "#lib/domain/recipients/blocked-reason";
import { MAX_RECIPIENTS, type Recipient } from "#lib/domain/recipients/schema";

export function toRecipient(row: RecipientRow): Recipient {
  return {
    id: row.id,
    email: row.email,
    status: row.verifiedAt ? "verified" : "pending",
    verifiedAt: row.verifiedAt?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
    blockedReason: BlockedReason.nullable().parse(row.blockedReason),
  };
}

/**
 * Returns the verified recipients with these IDs, by ID. A transaction that stores the IDs has to call
 * `lockRecipientsShared` first.
 *
 * @param references - each id with its dotted path in the request
 * @throws {AppError} recipient_not_verified; details name every id that is unknown, foreign, or unverified
 */
export async function requireVerifiedRecipients(
  tx: Db,
  ctx: Context,
  references: readonly { id: string; path: string }[],
): Promise<Map<string, RecipientRow>> {
  if (references.length === 0) return new Map();
  const rows = await tx.recipient.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      id: { in: idsOf(references) },
      verifiedAt: { not: null },
    },
  });
  const verified = new Map(rows.map((row) => [row.id, row]));
  const wrong = references.filter(({ id }) => !verified.has(id));
  if (wrong.length > 0)
    throw new AppError(
      "recipient_not_verified",
      "Only verified recipients in this workspace can be notified. Add the address, then open the link in the confirmation email.",
      { details: wrong.map(({ path }) => ({ path, message: "isn't a verified recipient" })) },
    );
  return verified;
}

/**
 * Lists the blocked ones of these recipients, oldest first; of the whole workspace without `ids`.
 */
export async function listBlockedRecipients(
  tx: Db,
  { workspaceId }: Context,
  ids?: readonly string[],
): Promise<{ id: string; email: string; reason: BlockedReason }[]> {
  const rows = await tx.recipient.findMany({
    where: { workspaceId, blockedReason: { not: null }, ...(ids ? { id: { in: [...ids] } } : {}) },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, email, blockedReason }) => ({
    id,
    email,
    reason: BlockedReason.parse(blockedReason),
  }));
}

/** Lists all recipients of the workspace, oldest first. */
export async function listRecipients(ctx: Context): Promise<Recipient[]> {
  const rows = await db().recipient.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_RECIPIENTS,
  });
  return rows.map(toRecipient);
}

const lockName = ({ workspaceId }: Context) => `recipients:${workspaceId}`;

/**
 * Makes additions and removals in a workspace wait for each other, and for {@link
 * lockRecipientsShared}.
 */
export function lockRecipients(tx: Db, ctx: Context): Promise<void> {
  return lockInTransaction(tx, lockName(ctx));
}

/**
 * Keeps all recipients of the workspace until the transaction ends. Each transaction that stores recipients'
 * IDs starts with this. A removal locks in the same order, recipients before forms, so that neither waits for
 * the other.
 */
export function lockRecipientsShared(tx: Db, ctx: Context): Promise<void> {
  return lockInTransaction(tx, lockName(ctx), { isShared: true });
}
