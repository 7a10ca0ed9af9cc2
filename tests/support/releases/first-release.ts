import { readFileSync } from "node:fs";
import { copyFile, cp } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readMigrations } from "#lib/adapters/db/migrate";
import { withClient } from "#lib/adapters/db/with-client";
import { fillTables } from "#server/commands/backup/load-database";
import { readManifest } from "#server/commands/backup/manifest";
import { ROOT } from "#server/start/checkout";

const FOLDER = join(ROOT, "tests/support/releases/1.0.0");
/** A backup that 1.0.0 made of a service that it ran. */
export const FIRST_BACKUP = join(FOLDER, "backup");
export const FIRST_MIGRATION = "20261124000000_baseline";

const Account = z.object({ email: z.string(), password: z.string() });
const Form = z.object({ id: z.string(), publicKey: z.string() });
const Facts = z.object({
  owner: Account,
  other: Account,
  tokens: z.object({
    owner: z.object({ token: z.string() }),
    revoked: z.string(),
    other: z.string(),
  }),
  forms: z.object({ contact: Form, quote: Form, paused: Form, other: Form }),
  webhook: z.object({ id: z.string(), url: z.string(), revision: z.string() }),
  messages: z.object({
    all: z.array(z.string()),
    withFiles: z.string(),
    failing: z.string(),
    rejected: z.string(),
    moved: z.string(),
    other: z.string(),
  }),
});

/** What the 1.0.0 API returned when its test data was created. */
export const facts = Facts.parse(JSON.parse(readFileSync(join(FOLDER, "facts.json"), "utf8")));
export const FIRST_SECRET_KEY = readFileSync(join(FOLDER, "secret-key"), "utf8").trim();

/** Rows grow old: makes them less than a day old, so that none is due for deletion whenever the test runs. */
export async function makeRecent(url: string): Promise<void> {
  const { createdAt } = await readManifest(FIRST_BACKUP);
  const days = Math.floor((Date.now() - Date.parse(createdAt)) / 86_400_000);
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ sql: string }>(
      `SELECT format('ALTER TABLE %1$I DISABLE TRIGGER USER; UPDATE %1$I SET %2$s; ALTER TABLE %1$I ENABLE TRIGGER USER',
         table_name, string_agg(format('%1$I = %1$I + %2$L::interval', column_name, $1::text), ', ')) AS sql
       FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type LIKE 'timestamp%' AND is_generated = 'NEVER'
         AND table_name <> '_prisma_migrations' GROUP BY table_name`,
      [`${days} days`],
    );
    for (const { sql } of rows) await client.query(sql);
  });
}

/** Makes an empty database what it was when 1.0.0 stopped, but that no time has passed since. */
export async function loadFirstRelease(url: string): Promise<void> {
  const manifest = await readManifest(FIRST_BACKUP);
  const migrations = (await readMigrations()).filter(({ name }) => name === FIRST_MIGRATION);
  const { signal } = new AbortController();
  await withClient(url, async (client) => {
    await client.query("BEGIN");
    await fillTables(client, migrations, {
      folder: FIRST_BACKUP,
      manifest,
      log: () => undefined,
      signal,
    });
    await client.query("COMMIT");
  });
  await makeRecent(url);
}

/** Adds what 1.0.0 had in its data folder besides the database. */
export async function copyFirstFolder(dataDir: string): Promise<void> {
  await copyFile(join(FOLDER, "secret-key"), join(dataDir, "secret-key"));
  await cp(join(FIRST_BACKUP, "files"), join(dataDir, "objects"), { recursive: true });
}

/** Tables that a running service writes on its own. */
const OWN = ["workers", "attempts", "counted_events", "send_paces", "captured_emails"];

/** The number of rows of each table that 1.0.0 had, as its backup has them. */
export async function firstCounts(): Promise<Record<string, number>> {
  const { tables } = await readManifest(FIRST_BACKUP);
  return Object.fromEntries(
    tables.filter(({ name }) => !OWN.includes(name)).map(({ name, rows }) => [name, rows]),
  );
}

/** The same of a database. */
export async function countFirstTables(url: string): Promise<Record<string, number>> {
  const names = Object.keys(await firstCounts());
  const counts = names.map((name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`);
  return withClient(url, async (client) => (await client.query(`SELECT ${counts}`)).rows[0]);
}
