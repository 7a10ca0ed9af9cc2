import { db } from "#lib/adapters/db/database";
import { AUDITED_TABLES, type AuditedTable } from "#tests/support/audit/audited-tables";

/** Raises at commit unless the transaction wrote an audit entry of the same workspace, if the row has one. */
const FUNCTION = `
  CREATE FUNCTION require_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    workspace text := to_jsonb(coalesce(NEW, OLD)) ->> 'workspace_id';
  BEGIN
    IF (SELECT is_on FROM audit_guard) AND NOT EXISTS (
      SELECT FROM audit_entries WHERE xmin = pg_current_xact_id()::xid
        AND (workspace IS NULL OR workspace_id::text = workspace)
    ) THEN
      RAISE EXCEPTION '% of % without an audit entry', TG_OP, TG_TABLE_NAME;
    END IF;
    RETURN NULL;
  END $$`;

function triggersOf([table, { audited, ...silent }]: [string, AuditedTable]): string[] {
  const { isAddedSilently, isDeletedSilently } = silent;
  const rows = [...(isAddedSilently ? [] : ["INSERT"]), ...(isDeletedSilently ? [] : ["DELETE"])];
  const columns = audited.split(" ");
  const isChanged = columns.map((name) => `OLD.${name} IS DISTINCT FROM NEW.${name}`).join(" OR ");
  const create = (name: string, events: string, when: string) =>
    `CREATE CONSTRAINT TRIGGER audit_guard_${name} AFTER ${events} ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW ${when} EXECUTE FUNCTION require_audit_entry()`;
  return [
    create("changes", `UPDATE OF ${columns.join(", ")}`, `WHEN (${isChanged})`),
    create("rows", rows.join(" OR "), ""),
  ];
}

/** Installs the guard in this test file's database, switched off. */
export async function installAuditGuard(): Promise<void> {
  const statements = [
    "CREATE TABLE audit_guard AS SELECT false AS is_on",
    FUNCTION,
    ...Object.entries(AUDITED_TABLES).flatMap(triggersOf),
  ];
  for (const statement of statements) await db().$executeRawUnsafe(statement);
}

/** Runs `work` with the guard on: a change of an audited table without an entry fails its transaction. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  await db().$executeRaw`UPDATE audit_guard SET is_on = true`;
  try {
    return await work();
  } finally {
    await db().$executeRaw`UPDATE audit_guard SET is_on = false`;
  }
}

/** Every column of the tables that belong to a workspace or a user, by table. */
export async function ownedTables(): Promise<Map<string, string[]>> {
  const rows = await db().$queryRaw<{ name: string; columns: string[] }[]>`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY c.oid`;
  const isOwned = (name: string, columns: readonly string[]) =>
    ["users", "workspaces"].includes(name) ||
    columns.some((column) => ["workspace_id", "user_id"].includes(column));
  return new Map(
    rows.flatMap(({ name, columns }) => (isOwned(name, columns) ? [[name, columns]] : [])),
  );
}
