import { readFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import pg from "pg";
import { type Contestant, runServer } from "#lab/bench/processes";
import { applyMigrations } from "#lib/adapters/db/migrate";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { findFreePort } from "#server/start/free-port";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

const SECRET_KEY = "bench".repeat(8);
export const NO_LIMITS = {
  MANAGEMENT_RATE_LIMIT: "1000000000",
  INTAKE_IP_RATE_LIMIT: "1000000000",
  INTAKE_FORM_RATE_LIMIT: "1000000000",
};

/** The message that benchmarks of intake send. */
export const POST = JSON.stringify({
  name: "Ada Lovelace",
  email: "ada@example.com",
  message: "I would like to know more about your work. ".repeat(4),
});

/** Posts JSON with several connections; fails if anything but a success comes back. */
export async function postAll(
  url: string,
  options: Omit<autocannon.Options, "url">,
): Promise<autocannon.Result> {
  const headers = { "content-type": "application/json" };
  const result = await autocannon({ url, method: "POST", headers, body: POST, ...options });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} rejections, ${result.errors} errors`);
  return result;
}

/**
 * A PostgreSQL with its default durability and the servers that use it, until `stop`. The factories use it
 * too: import them afterwards.
 */
export async function openBench() {
  const dataDir = await makeDataDir();
  const folders = [dataDir];
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  await applyMigrations(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  Object.assign(process.env, { SECRET_KEY, DATABASE_URL: database.url, NODE_ENV: "test" });
  const pidFile = readFileSync(join(database.directory, "cluster/postmaster.pid"), "utf8");
  const running: Contestant[] = [];

  async function run(options: Omit<Parameters<typeof runServer>[0], "port">): Promise<Contestant> {
    const env = { DATABASE_URL: database.url, NODE_ENV: "production", SECRET_KEY, ...options.env };
    const server = await runServer({ ...options, env, port: await findFreePort() });
    running.push(server);
    return server;
  }

  return {
    dataDir,
    databaseUrl: database.url,
    client,
    databasePid: Number(pidFile.split("\n")[0]),
    run,
    /** The self-hosted service with these settings. */
    async runService(env: Record<string, string>): Promise<Contestant> {
      const folder = await makeDataDir();
      folders.push(folder);
      const args = ["scripts/start.ts"];
      return run({ name: "service", args, env: { DATA_DIR: folder, ...env }, path: "/api/ready" });
    },
    async stop(): Promise<void> {
      for (const server of running.reverse()) await server.stop();
      await client.end();
      await database.stop();
      for (const folder of folders) await removeDataDir(folder);
    },
  };
}

/** The value that this share of the others is below. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A form in a workspace of its own, so that no monthly allowance runs out. */
export async function createTarget(
  client: pg.Client,
  { notifies, webhookUrl }: { notifies: boolean; webhookUrl?: string | undefined },
) {
  const { createForm, createWorkspace } = await import("#tests/support/factories/factories");
  const { createWebhook } = await import("#tests/support/factories/integration-factories");
  const workspace = await createWorkspace({ plan: "scale" });
  const form = await createForm(workspace);
  if (!notifies) await client.query("DELETE FROM form_recipients WHERE form_id = $1", [form.id]);
  if (webhookUrl) await createWebhook(workspace, form, { url: webhookUrl });
  return { workspace, form, path: `/f/${form.publicKey}` };
}
