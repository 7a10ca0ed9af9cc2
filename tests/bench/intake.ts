import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import pg from "pg";
import { newId } from "#lib/core/ids";
import { applyMigrations } from "#lib/db/migrate";
import { findFreePort } from "#selfhost/free-port";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { buildBareNext, type Contestant, runServer, usageOf } from "#tests/bench/processes";
import { untilSent } from "#tests/bench/queued-deliveries";
import { startReceiver } from "#tests/bench/receiver";

/**
 * `npm run bench:intake`: the self-hosted intake, accepting alone, with an email, and with an email and an
 * event for each post, against a Fastify server and a bare Next route that do one INSERT each. On one
 * PostgreSQL with its default durability, interleaved, as ratios, with the CPU time that each post costs
 * in the server (all threads) and in PostgreSQL. Then what memory the service takes, idle and after many
 * posts. Linux only.
 */
const CONNECTIONS = [1, 10, 32];
const ROUNDS = 3;
const SECONDS = 3;
const MEMORY_POSTS = 20_000;
/** The same service three times. */
const OWN = {
  intake: { notifies: false, emits: false },
  "intake+email": { notifies: true, emits: false },
  "intake+email+event": { notifies: true, emits: true },
};
type Own = (typeof OWN)[keyof typeof OWN];
const RECEIVER_DELAY_MS = 5;
const SECRET_KEY = "bench".repeat(8);
const POST = JSON.stringify({
  name: "Ada Lovelace",
  email: "ada@example.com",
  message: "I would like to know more about your work. ".repeat(4),
});

type Figures = Record<"perSecond" | "p50" | "p99" | "serverMicros" | "databaseMicros", number[]>;
const noFigures = (): Figures => ({
  perSecond: [],
  p50: [],
  p99: [],
  serverMicros: [],
  databaseMicros: [],
});

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** One workspace and form with one recipient per level, so that no monthly allowance runs out. */
async function prepareForm(client: pg.Client, { notifies, emits }: Own): Promise<string> {
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
  if (notifies)
    await client.query(
      "INSERT INTO form_recipients (workspace_id, form_id, recipient_id, position) VALUES ($1, $2, $3, 0)",
      [workspaceId, formId, recipientId],
    );
  if (emits) {
    const id = newId();
    const sealedSecret = encryptSecret("webhook", { workspaceId, id }, signingSecret);
    await client.query(
      `INSERT INTO webhooks (id, workspace_id, form_id, url, enabled, revision, sealed_secret, health,
         created_at, updated_at)
       VALUES ($1, $2, $3, $4, true, $1, $5, 'healthy', now(), now())`,
      [id, workspaceId, formId, receiver.url, sealedSecret],
    );
  }
  return `/f/${publicKey}`;
}

type Amount = { duration: number } | { amount: number };

async function post(url: string, connections: number, amount: Amount): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections,
    ...amount,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: POST,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} rejections, ${result.errors} errors`);
  return result;
}

/** Measures one contestant once, with the CPU time that its posts took. */
async function measure(contestant: Contestant, url: string, connections: number, figures: Figures) {
  const usage = () => ({ server: usageOf(contestant.pid), database: usageOf(databasePid) });
  const before = usage();
  const result = await post(url, connections, { duration: SECONDS });
  const after = usage();
  const microsOf = (part: "server" | "database") =>
    ((after[part].cpuSeconds - before[part].cpuSeconds) * 1e6) / result.requests.total;
  figures.perSecond.push(result.requests.average);
  figures.p50.push(result.latency.p50);
  figures.p99.push(result.latency.p99);
  figures.serverMicros.push(microsOf("server"));
  figures.databaseMicros.push(microsOf("database"));
}

/** The address to post to: a new form of our own service, or the one of the others. */
async function targetOf({ name, url }: Contestant): Promise<string> {
  const own = Object.entries(OWN).find(([key]) => key === name)?.[1];
  return own ? new URL(await prepareForm(client, own), url).href : url;
}

/** Emails and events leave while intake is measured; the rest must not burden the others. */
async function clear(): Promise<void> {
  await client.query("TRUNCATE deliveries, captured_emails CASCADE");
}

async function compare(contestants: readonly Contestant[]): Promise<void> {
  for (const connections of CONNECTIONS) {
    const all = new Map(contestants.map(({ name }) => [name, noFigures()]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const contestant of contestants) {
        const figures = all.get(contestant.name);
        if (figures) await measure(contestant, await targetOf(contestant), connections, figures);
        await clear();
      }
    const base = median(all.get("fastify+insert")?.perSecond ?? []);
    for (const [name, figures] of all) {
      const of = (figure: keyof Figures) => Math.round(median(figures[figure]));
      const ratio = (median(figures.perSecond) / base).toFixed(2);
      const cells = [
        `c=${connections}`,
        name.padEnd(18),
        `${of("perSecond")}/s`,
        `p50 ${of("p50")} ms`,
        `p99 ${of("p99")} ms`,
        `server ${of("serverMicros")} µs`,
        `PostgreSQL ${of("databaseMicros")} µs`,
        `${ratio} of fastify+insert`,
      ];
      console.log(cells.join("\t"));
    }
  }
}

/** Megabytes of the service, all its processes but PostgreSQL and `npm`. */
async function reportMemory(own: Contestant): Promise<void> {
  const megabytes = () => `${Math.round(usageOf(own.pid).memoryBytes / 1e6)} MB`;
  const idle = megabytes();
  const target = await targetOf({ ...own, name: "intake+email" });
  await post(target, 32, { amount: MEMORY_POSTS });
  await untilSent(client);
  console.log(`memory\t${idle} idle, ${megabytes()} after ${MEMORY_POSTS} posts and their emails`);
  await clear();
}

const dataDir = mkdtempSync(join(tmpdir(), "form-intake-bench-"));
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const databasePid = Number(
  readFileSync(join(database.directory, "cluster/postmaster.pid"), "utf8").split("\n")[0],
);
const client = new pg.Client({ connectionString: database.url });
const receiver = await startReceiver(dataDir, RECEIVER_DELAY_MS);
Object.assign(process.env, { SECRET_KEY, DATABASE_URL: database.url, NODE_ENV: "test" });
const { encryptSecret } = await import("#lib/core/secrets");
const signingSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const running: Contestant[] = [];
try {
  await applyMigrations(database.url);
  await client.connect();
  await client.query(
    "CREATE TABLE bench_messages (id uuid PRIMARY KEY, at timestamptz, body jsonb)",
  );
  const bareNext = buildBareNext();
  const shared = {
    DATABASE_URL: database.url,
    NODE_ENV: "production",
    SECRET_KEY,
  };
  running.push(
    await runServer({
      name: "intake",
      args: ["scripts/start.ts"],
      env: {
        ...shared,
        ...receiver.env,
        DATA_DIR: dataDir,
        MANAGEMENT_RATE_LIMIT: "1000000000",
        INTAKE_IP_RATE_LIMIT: "1000000000",
        INTAKE_FORM_RATE_LIMIT: "1000000000",
      },
      port: await findFreePort(),
      path: "/",
    }),
  );
  running.push(
    await runServer({
      name: "fastify+insert",
      args: ["tests/bench/fastify-server.ts"],
      env: shared,
      port: await findFreePort(),
      path: "/intake",
    }),
  );
  running.push(
    await runServer({
      name: "bare next",
      args: ["../../../node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"],
      cwd: bareNext,
      env: shared,
      port: await findFreePort(),
      path: "/intake",
    }),
  );
  const [own, ...others] = running;
  if (own) {
    await reportMemory(own);
    await compare([...Object.keys(OWN).map((name) => ({ ...own, name })), ...others]);
  }
} finally {
  for (const contestant of running.reverse()) await contestant.stop();
  receiver.stop();
  await client.end();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
