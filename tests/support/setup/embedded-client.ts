import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { DATABASE_USER } from "#selfhost/postgres/server";

const PostgresRecord = z.object({ password: z.string(), port: z.number() });

/** Runs `work` on the embedded database of a running service, for states that no request can create. */
export async function withEmbeddedDatabase<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const record = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  const { password, port } = PostgresRecord.parse(record);
  const account = { host: "127.0.0.1", user: DATABASE_USER, database: DATABASE_USER };
  const client = new pg.Client({ ...account, password, port });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
