import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { DATABASE } from "#selfhost/postgres/cluster";

const PostgresRecord = z.object({ user: z.string(), password: z.string(), port: z.number() });

/** Connects to the embedded database of a data folder. It may be killed while the client is idle. */
export async function connectEmbedded(dataDir: string): Promise<pg.Client> {
  const record = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  const account = PostgresRecord.parse(record);
  const client = new pg.Client({ host: "127.0.0.1", database: DATABASE, ...account });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Runs `work` on the embedded database of a running service, for states that no request can create. */
export async function withEmbeddedDatabase<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectEmbedded(dataDir);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
