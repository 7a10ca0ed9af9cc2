import type { TestProject } from "vitest/node";
import { type Migration, readMigrations } from "#lib/adapters/db/migrate";
import { startTestServer } from "#tests/support/setup/test-server";

const PARTITIONS = 4;

/** The tables that grow with submissions. */
const LARGE = [
  "submissions",
  "deliveries",
  "attempts",
  "attachments",
  "objects",
  "idempotency_keys",
  "captured_emails",
  "message_counts",
  "usage_slots",
];

/** The migrations with the large tables hash-partitioned by workspace. */
function partition(migrations: Migration[]): Migration[] {
  return migrations.map((migration) => ({
    ...migration,
    sql: LARGE.reduce((sql, table) => {
      const parts = Array.from(
        { length: PARTITIONS },
        (_, remainder) => `CREATE TABLE ${table}_${remainder} PARTITION OF ${table}
          FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder});`,
      );
      return (
        sql
          .replace(
            new RegExp(`(CREATE TABLE ${table} \\([^;]*?\\n\\));`),
            `$1 PARTITION BY HASH (workspace_id);\n${parts.join("\n")}`,
          )
          // Only tables without partitions take storage parameters.
          .replace(new RegExp(`ALTER TABLE ${table} SET \\([^)]*\\);`), "")
          // An index of a partitioned table can't be built concurrently.
          .replace("CREATE INDEX CONCURRENTLY", "CREATE INDEX")
      );
    }, migration.sql),
  }));
}

export default async function setup(project: TestProject) {
  return startTestServer(project, partition(await readMigrations()));
}
