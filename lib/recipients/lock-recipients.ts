import type { Context } from "#lib/core/context";
import { type Db, lockInTransaction } from "#lib/db/database";

const lockName = ({ workspaceId }: Context) => `recipients:${workspaceId}`;

/** Additions and removals of a workspace wait for each other, and for {@link lockRecipientsShared}. */
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
