import { DatabaseServers } from "#lib/db/database-servers";
import { UtcClient } from "#lib/db/open-pool";

const CONNECT_MS = 10_000;

/**
 * A connection outside of the pool, to the server that accepts writes where the URL lists several. The
 * caller ends it. When it breaks, the query in progress fails.
 */
export async function openClient(databaseUrl: string): Promise<UtcClient> {
  const servers = new DatabaseServers(databaseUrl);
  return servers.first(async (connectionString) => {
    const client = new UtcClient({
      connectionString,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    // Without a listener, a broken connection would end the process.
    client.on("error", () => undefined);
    await client.connect();
    try {
      await servers.requireWritable(client);
      return client;
    } catch (failure) {
      await client.end();
      throw failure;
    }
  });
}
