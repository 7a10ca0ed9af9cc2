import type pg from "pg";
import { UtcClient } from "#lib/adapters/db/open-pool";

const CONNECT_MS = 10_000;

/** A connection outside of the pool, which the caller ends. When it breaks, the query in progress fails. */
async function openClient(connectionString: string): Promise<UtcClient> {
  const client = new UtcClient({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  // Without a listener, a broken connection would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Runs `work` on its own connection. If it fails, the connection is cut, which rolls back: with a COPY
 * in progress, it couldn't be closed properly.
 */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(databaseUrl);
  try {
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}
