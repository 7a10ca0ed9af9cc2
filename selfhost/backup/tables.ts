import pg from "pg";

/** Without extensions' tables, the migrations' own, and columns that are computed. */
const LIST = `
SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
    AND objid = c.oid AND deptype = 'e')
GROUP BY c.relname ORDER BY c.relname`;

export type Table = { name: string; columns: string[] };

/** The tables of the database, by name. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(LIST)).rows;
}

/** Names as a list in SQL. */
export function toSqlList(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(", ");
}
