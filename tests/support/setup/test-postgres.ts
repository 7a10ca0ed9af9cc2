import { createCluster, type Durability, runAsSuperuser } from "#selfhost/postgres/cluster";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { locateCluster } from "#selfhost/postgres/location";

const ADMIN = "test_admin";

/**
 * Starts the embedded database of a data folder with a superuser besides the service's role. `adminUrl` is
 * that of the superuser, who creates databases and roles.
 */
export async function startTestPostgres(
  dataDir: string,
  durability: Durability = "none",
): Promise<EmbeddedDatabase & { adminUrl: string }> {
  const location = await locateCluster(dataDir);
  if (location.record.port === undefined) {
    await createCluster(location, durability);
    await runAsSuperuser(location, location.clusterDir, [
      `CREATE ROLE ${ADMIN} SUPERUSER LOGIN PASSWORD '${ADMIN}'`,
    ]);
  }
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined, durability });
  const admin = Object.assign(new URL(database.url), { username: ADMIN, password: ADMIN });
  return { ...database, adminUrl: admin.href };
}

/** SQL that creates a database as the service's role would own it. */
export function createDatabaseSql(name: string, ownerUrl: string): string {
  return `CREATE DATABASE ${name} OWNER ${new URL(ownerUrl).username}`;
}
