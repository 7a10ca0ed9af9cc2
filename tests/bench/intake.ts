import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import pg from "pg";
import { newId } from "#lib/core/ids";
import { applyMigrations } from "#lib/db/migrate";
import { findFreePort } from "#selfhost/free-port";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { buildBareNext, type Contestant, runServer } from "#tests/bench/processes";

/**
 * `npm run bench:intake`: the self-hosted intake against a Fastify server and a bare Next route that
 * do one INSERT each, on one PostgreSQL with its default durability, interleaved, as ratios.
 */
const CONNECTIONS = [1, 10, 32];
const ROUNDS = 3;
const SECONDS = 3;
const POST = JSON.stringify({
  name: "Ada Lovelace",
  email: "ada@example.com",
  message: "I would like to know more about your work. ".repeat(4),
});

type Figures = { perSecond: number[]; p50: number[]; p99: number[] };

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** One workspace and form with one recipient per level, so that no monthly allowance is in the way. */
async function prepareForm(client: pg.Client): Promise<string> {
  const [workspaceId, recipientId, formId] = [newId(), newId(), newId()];
  const publicKey = newId().replaceAll("-", "");
  const settings = {
    subject: "New form submission",
    allowedOrigins: [],
    redirectUrl: "",
    honeypot: "botcheck",
    messageRetentionDays: null,
    uploads: { enabled: false, retentionDays: 30 },
  };
  await client.query("INSERT INTO workspaces VALUES ($1, 'Bench', 'scale', now())", [workspaceId]);
  await client.query(
    `INSERT INTO recipients (id, workspace_id, email, email_key, created_at, verified_at)
     VALUES ($1, $2, 'owner@example.com', 'owner@example.com', now(), now())`,
    [recipientId, workspaceId],
  );
  await client.query(
    `INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
     VALUES ($1, $2, 'Bench', 'active', $3, $4, now(), now())`,
    [formId, workspaceId, publicKey, settings],
  );
  await client.query("INSERT INTO form_recipients VALUES ($1, $2, 0)", [formId, recipientId]);
  return `/f/${publicKey}`;
}

async function measure(url: string, connections: number): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: POST,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} rejections, ${result.errors} errors`);
  return result;
}

function note(figures: Figures, result: autocannon.Result): void {
  figures.perSecond.push(result.requests.average);
  figures.p50.push(result.latency.p50);
  figures.p99.push(result.latency.p99);
}

async function compare(contestants: readonly Contestant[], client: pg.Client): Promise<void> {
  for (const connections of CONNECTIONS) {
    const all = new Map(
      contestants.map(({ name }): [string, Figures] => [name, { perSecond: [], p50: [], p99: [] }]),
    );
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name, url } of contestants) {
        const target = name === "intake" ? new URL(await prepareForm(client), url).href : url;
        const figures = all.get(name);
        if (figures) note(figures, await measure(target, connections));
        // Mail was made while intake was measured; what is left of it must not burden the others.
        await client.query("TRUNCATE deliveries CASCADE");
      }
    const own = median(all.get("intake")?.perSecond ?? []);
    for (const [name, figures] of all) {
      const ratio = own / median(figures.perSecond);
      console.log(
        `c=${connections}\t${name.padEnd(14)}\t${Math.round(median(figures.perSecond))}/s\tp50 ${median(figures.p50)} ms\tp99 ${median(figures.p99)} ms\tintake is ${ratio.toFixed(2)} of it`,
      );
    }
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "form-intake-bench-"));
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const client = new pg.Client({ connectionString: database.url });
const running: Contestant[] = [];
try {
  await applyMigrations(database.url);
  await client.connect();
  await client.query(
    "CREATE TABLE bench_messages (id uuid PRIMARY KEY, at timestamptz, body jsonb)",
  );
  const bareNext = buildBareNext();
  const shared = { DATABASE_URL: database.url, NODE_ENV: "production" };
  running.push(
    await runServer({
      name: "intake",
      args: ["scripts/run.mjs", "start"],
      env: {
        ...shared,
        DATA_DIR: dataDir,
        SECRET_KEY: "bench".repeat(8),
        MANAGEMENT_RATE_LIMIT: "1000000000",
        INTAKE_IP_RATE_LIMIT: "1000000000",
        INTAKE_FORM_RATE_LIMIT: "1000000000",
      },
      port: await findFreePort(),
      path: "/",
    }),
    await runServer({
      name: "fastify+insert",
      args: ["tests/bench/fastify-server.ts"],
      env: shared,
      port: await findFreePort(),
      path: "/intake",
    }),
    await runServer({
      name: "bare next",
      args: ["../../../node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"],
      cwd: bareNext,
      env: shared,
      port: await findFreePort(),
      path: "/intake",
    }),
  );
  await compare(running, client);
} finally {
  for (const contestant of running.reverse()) await contestant.stop();
  await client.end();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
