import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { APP_ROLE, DATABASE } from "#server/postgres/cluster";

/** Connects to the embedded database of a data folder. It may be killed while the client is idle. */
export async function connectEmbedded(dataDir: string): Promise<pg.Client> {
  const password = (await readFile(join(dataDir, "postgres-password"), "utf8")).trim();
  const lockFile = await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8");
  const port = Number(lockFile.split("\n")[3]);
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: APP_ROLE,
    password,
    database: DATABASE,
  });
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
