import { pool } from "#lib/adapters/db/database";
import { reencryptInstallationKey } from "#lib/adapters/db/installation-key";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import {
  currentKeyPrefix,
  decryptSecret,
  encryptSecret,
  type SecretKind,
  UnknownKeyError,
} from "#lib/core/secrets";

const ROWS_AT_ONCE = 200;

type SealedColumn = {
  kind: SecretKind;
  table: string;
  column: string;
  owner?: "workspace_id" | "user_id";
  id: string;
};

/** All columns with encrypted text; `owner` and `id` are the columns that identify the row. */
const COLUMNS: readonly SealedColumn[] = [
  { kind: "webhook", table: "webhooks", column: "sealed_secret", id: "id" },
  { kind: "old_webhook", table: "webhooks", column: "sealed_old_secret", id: "id" },
  { kind: "destination_url", table: "webhooks", column: "sealed_url", id: "id" },
  { kind: "webhook_headers", table: "webhooks", column: "sealed_headers", id: "id" },
  { kind: "widget", table: "turnstile_widgets", column: "sealed_secret", id: "form_id" },
  { kind: "email_data", table: "deliveries", column: "sealed_data", id: "id" },
  { kind: "email_payload", table: "deliveries", column: "sealed_payload", id: "id" },
  {
    kind: "sign_in_provider",
    table: "sign_in_providers",
    column: "sealed_secret",
    id: "workspace_id",
  },
  {
    kind: "totp",
    table: "authenticators",
    column: "sealed_secret",
    owner: "user_id",
    id: "user_id",
  },
];

type Row = { workspaceId: string; id: string; sealed: Buffer };

/** Lists a page of rows, after another one, that aren't encrypted with the current key. */
async function listOld(
  { table, column, owner = "workspace_id", id }: SealedColumn,
  after: Row | null,
): Promise<Row[]> {
  const prefix = currentKeyPrefix();
  const text = `SELECT ${owner} AS "workspaceId", ${id} AS id, ${column} AS sealed FROM ${table}
    WHERE ${column} IS NOT NULL AND substr(${column}, 1, ${prefix.length}) <> $1
      AND ($2::uuid IS NULL OR (${owner}, ${id}) > ($2::uuid, $3::uuid))
    ORDER BY ${owner}, ${id} LIMIT ${ROWS_AT_ONCE}`;
  const values = [prefix, after?.workspaceId ?? null, after?.id ?? null];
  return queryPrepared<Row>(
    pool(),
    { workspaceId: "uuid", id: "uuid", sealed: "bytea" },
    { text, values },
  );
}

/** Encrypts a row again, unless it has changed since: that change used the current key. */
async function reencrypt(
  { kind, table, column, owner = "workspace_id", id }: SealedColumn,
  row: Row,
): Promise<boolean> {
  const renewed = encryptSecret(kind, row, decryptSecret(kind, row, row.sealed));
  const { rowCount } = await pool().query(
    `UPDATE ${table} SET ${column} = $4
    WHERE ${owner} = $1 AND ${id} = $2 AND ${column} = $3`,
    [row.workspaceId, row.id, row.sealed, renewed],
  );
  return rowCount === 1;
}

/**
 * Encrypts all data again that was encrypted with one of SECRET_KEYS_OLD. Runs while the service does,
 * and continues where it was interrupted. Row by row, in pages of 200.
 *
 * @returns counts; `unreadable`: encrypted with a key that isn't set, and left as they are
 */
export async function rotateSecrets() {
  const rotation = { reencrypted: 0, unreadable: 0 };
  for (const column of COLUMNS) {
    let page: Row[] = [];
    do {
      page = await listOld(column, page.at(-1) ?? null);
      for (const row of page)
        try {
          if (await reencrypt(column, row)) rotation.reencrypted += 1;
        } catch (error) {
          if (!(error instanceof UnknownKeyError)) throw error;
          rotation.unreadable += 1;
        }
    } while (page.length === ROWS_AT_ONCE);
  }
  // Must be last: until then, the service doesn't start without the old key.
  if (await reencryptInstallationKey()) rotation.reencrypted += 1;
  return rotation;
}
