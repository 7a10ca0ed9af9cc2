import { createHash } from "node:crypto";
import pg from "pg";
import { log } from "#lib/core/log";
import { settings } from "#lib/core/settings";
import { isStatementMisplaced } from "#lib/db/connection-error";
import type { Prisma } from "#lib/db/generated/client";

const names = new Map<string, string>();

/**
 * A name made from the text: releases that share a server connection behind a pooler never run each
 * other's statements.
 */
function giveName(text: string): void {
  if (!names.has(text)) names.set(text, createHash("sha256").update(text).digest("base64url"));
}

/** One statement turned out to be on another connection, so no statement gets a name from then on. */
let hasMisplaced = false;

function isNaming(): boolean {
  return settings().databasePrepared && !hasMisplaced;
}

/** Returns the name under which a connection keeps a statement; empty for one that it plans every time. */
export function statementName(text: string): string {
  return isNaming() ? (names.get(text) ?? "") : "";
}

async function run<Row extends pg.QueryResultRow>(
  client: pg.Pool | Prisma.TransactionClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  if (!(client instanceof pg.Pool)) return client.$queryRawUnsafe<Row[]>(text, ...values);
  return (await client.query<Row>({ name: statementName(text), text, values: [...values] })).rows;
}

/**
 * Runs a query that each connection plans once; for a small number of query texts, whatever their
 * values. With `DATABASE_PREPARED=0` it's planned every time.
 *
 * A pooler in transaction mode that doesn't know prepared statements makes PostgreSQL reject the name
 * before anything has run. The query then runs again without a name, as do all later ones; within a
 * transaction, which has failed, it throws.
 */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  client: pg.Pool | Prisma.TransactionClient,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<Row[]> {
  giveName(text);
  const isNamed = isNaming();
  try {
    return await run<Row>(client, text, values);
  } catch (failure) {
    if (!isNamed || !isStatementMisplaced(failure)) throw failure;
    if (!hasMisplaced)
      log().warn(
        "Prepared statements don't work with this connection pooler. They're off until the next start; set DATABASE_PREPARED=0.",
      );
    hasMisplaced = true;
    if (!(client instanceof pg.Pool)) throw failure;
    return run<Row>(client, text, values);
  }
}
