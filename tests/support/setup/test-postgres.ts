import { appendFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createCluster, locateCluster } from "#server/postgres/cluster";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#server/postgres/embedded-database";

const ADMIN = "test_admin";
/** A crash of the machine may lose everything. */
const UNSAFE = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n";

/**
 * Starts the embedded database of a data folder with a superuser besides the service's role. `adminUrl` is
 * that of the superuser, who creates databases and roles.
 */
export async function startTestPostgres(
  dataDir: string,
  { isDurable = false } = {},
): Promise<EmbeddedDatabase & { adminUrl: string }> {
  const location = await locateCluster(dataDir);
  if (!(await stat(location.clusterDir).catch(() => undefined))) {
    const admin = `CREATE ROLE ${ADMIN} SUPERUSER LOGIN PASSWORD '${ADMIN}'`;
    await createCluster(location, [admin]);
    if (!isDurable) await appendFile(join(location.clusterDir, "postgresql.conf"), UNSAFE);
  }
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const admin = Object.assign(new URL(database.url), { username: ADMIN, password: ADMIN });
  return { ...database, adminUrl: admin.href };
}

/** SQL that creates a database as the service's role would own it. */
export function createDatabaseSql(name: string, ownerUrl: string): string {
  return `CREATE DATABASE ${name} OWNER ${new URL(ownerUrl).username}`;
}
