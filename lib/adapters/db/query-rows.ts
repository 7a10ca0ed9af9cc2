import { createHash } from "node:crypto";
import pg from "pg";
import { isStatementMisplaced } from "#lib/adapters/db/connection-error";
import { Prisma } from "#lib/adapters/db/generated/client";
import { settings } from "#lib/core/settings/settings";
import { log } from "#lib/core/telemetry/log";

type Client = pg.Pool | Prisma.TransactionClient;

/** A text with `$1`, `$2`, and so on, and their values. `Prisma.sql` creates this too. */
type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** The types of PostgreSQL whose values are a `Value`, both from `pg` and from Prisma. */
type ColumnType<Value> = Value extends string
  ? "text" | "uuid"
  : Value extends number
    ? "int4" | "float8"
    : Value extends boolean
      ? "bool"
      : Value extends Date
        ? "timestamptz"
        : Value extends Uint8Array
          ? "bytea"
          : Value extends readonly string[]
            ? "text[]" | "json"
            : "json" | "jsonb";

/**
 * The type of each column of a statement's rows. TypeScript compares it with `Row`, and every API test with
 * PostgreSQL's description of the statements that it has run (`tests/support/setup/row-types.ts`). Whether a
 * column may be NULL isn't in that.
 */
export type Columns<Row> = {
  readonly [Name in keyof Row]: ColumnType<NonNullable<Row[Name]>>;
};

const names = new Map<string, string>();

/**
 * A name made from the text: releases that share a server connection behind a pooler never run each
 * other's statements.
 */
function giveName(text: string): void {
  if (!names.has(text)) names.set(text, createHash("sha256").update(text).digest("base64url"));
}

/**
 * True once a statement turned out to be on another connection. From then on, statements get no
 * names.
 */
let hasMisplaced = false;

function isNaming(): boolean {
  return settings().databasePrepared && !hasMisplaced;
}

/** Returns the name by which a connection caches a statement; empty for one that it plans every time. */
export function statementName(text: string): string {
  return isNaming() ? (names.get(text) ?? "") : "";
}

async function run<Row extends pg.QueryResultRow>(
  client: Client,
  { text, values }: Statement,
): Promise<Row[]> {
  if (!(client instanceof pg.Pool)) return client.$queryRawUnsafe<Row[]>(text, ...values);
  return (await client.query<Row>({ name: statementName(text), text, values: [...values] })).rows;
}

/**
 * Returns the tag of a query that is planned every time, for the values that it has:
 * `queryRows<Row>(tx, { id: "uuid" })\`SELECT id FROM …\``.
 *
 * @param _columns - only tests and types read them
 */
export function queryRows<Row extends pg.QueryResultRow>(client: Client, _columns: Columns<Row>) {
  return (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    run(client, Prisma.sql(strings, ...values));
}

/**
 * Runs a query that each connection plans once; for a small number of query texts, whatever their
 * values. With `DATABASE_PREPARED=0` it's planned every time.
 *
 * A pooler in transaction mode that doesn't know prepared statements makes PostgreSQL reject the name
 * before anything has run. The query then runs again without a name, as do all later ones; within a
 * transaction, which has failed, it throws.
 *
 * @param _columns - only tests and types read them
 */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  client: Client,
  _columns: Columns<Row>,
  statement: Statement,
): Promise<Row[]> {
  giveName(statement.text);
  const isNamed = isNaming();
  try {
    return await run(client, statement);
  } catch (failure) {
    if (!isNamed || !isStatementMisplaced(failure)) throw failure;
    if (!hasMisplaced)
      log().warn(
        "Prepared statements don't work with this connection pooler. They're off until the next start; set DATABASE_PREPARED=0.",
      );
    hasMisplaced = true;
    if (!(client instanceof pg.Pool)) throw failure;
    return run(client, statement);
  }
}
