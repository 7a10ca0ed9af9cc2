import type { Db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";

/**
 * Forgets entries, in the transaction that cancels or deletes what they are about. They are taken in
 * the order of their ids, as workers take them, and before their deliveries: so nobody who holds some
 * of them waits in a circle with somebody who holds others.
 *
 * @param subjects - a query of the ids of deliveries
 */
export async function dropEntries(tx: Db, subjects: Prisma.Sql): Promise<void> {
  await drop(tx, subjects, Prisma.empty);
}

/** The same, without those that a worker has claimed: they are the worker's to remove. */
export async function dropUnclaimedEntries(tx: Db, subjects: Prisma.Sql): Promise<void> {
  await drop(tx, subjects, Prisma.sql`AND claim_token IS NULL`);
}

async function drop(tx: Db, subjects: Prisma.Sql, only: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM outbox WHERE id = ANY (ARRAY (
      SELECT id FROM outbox WHERE subject_id IN (${subjects}) ${only} ORDER BY id FOR UPDATE
    ))`;
}
