import type pg from "pg";
import { openClient } from "#lib/db/open-client";

/**
 * Runs `work` on a connection of its own. If it fails, the connection is cut, which rolls back: a COPY
 * under way would never let it end.
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
