import { createHash } from "node:crypto";
import type pg from "pg";
import { log } from "#lib/core/log";
import { settings } from "#lib/core/settings";
import { isStatementMisplaced } from "#lib/db/connection-error";
import { pool } from "#lib/db/database";

const names = new Map<string, string>();

/**
 * A name made from the text: releases that share a server connection behind a pooler never run each
 * other's statements.
 */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** One statement turned out to be on another connection, so no statement gets a name from then on. */
let hasMisplaced = false;

/**
 * Runs a query that each connection plans once; for a small number of query texts, whatever their
 * values. With `DATABASE_PREPARED=0` it's planned every time.
 *
 * A pooler in transaction mode that doesn't know prepared statements makes PostgreSQL reject the name
 * before anything has run. The query then runs again without a name, as do all later ones; within a
 * transaction, which has failed, it throws.
 */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<Row[]> {
  const isNamed = settings().databasePrepared && !hasMisplaced;
  try {
    const name = isNamed ? { name: nameOf(text) } : {};
    return (await client.query<Row>({ ...name, text, values: [...values] })).rows;
  } catch (failure) {
    if (!isNamed || !isStatementMisplaced(failure)) throw failure;
    if (!hasMisplaced)
      log().warn(
        "Prepared statements don't work with this connection pooler. They're off until the next start; set DATABASE_PREPARED=0.",
      );
    hasMisplaced = true;
    if (client !== pool()) throw failure;
    return queryPrepared(client, { text, values });
  }
}
