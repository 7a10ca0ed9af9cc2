import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { applyMigrations } from "#lib/adapters/db/migrate";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { untilOrLater } from "#tests/support/drills/gate";
import { databasePid, makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { RECEIVER_HOST, type Receiver } from "#tests/support/twins/receiver";

const GONE_LIMIT_MS = 10_000;

/** Records which process made each claim, so that only a killed process's claims are expired. */
const NOTE_CLAIMS = `
CREATE TABLE drill_claims (token uuid PRIMARY KEY, worker text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE FUNCTION note_drill_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO drill_claims (token, worker) VALUES (NEW.claim_token, current_setting('application_name'))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_drill_claim AFTER UPDATE OF claim_token ON deliveries FOR EACH ROW
WHEN (NEW.claim_token IS DISTINCT FROM OLD.claim_token AND NEW.claim_token IS NOT NULL)
EXECUTE FUNCTION note_drill_claim();`;

const IN_FLIGHT = `
SELECT count(*)::int AS count FROM deliveries d
JOIN drill_claims c ON c.token = d.claim_token AND c.worker = $1
WHERE d.status = 'sending'`;

export type Worker = { name: string; service: TestService };

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The database may be killed while the client is idle.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** The real service in several processes on one real database; all of them can be killed. */
export async function startDrill(receiver: Receiver, env: Record<string, string>) {
  const dataDir = await makeDataDir();
  let database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  await applyMigrations(database.url);
  let client = await connect(database.url);
  await client.query(NOTE_CLAIMS);
  // This process reads its settings when it creates the first workspace.
  process.env.DATABASE_URL = database.url;
  const authority = join(dataDir, "authority.pem");
  await writeFile(authority, receiver.ca);
  const folders: string[] = [];
  const running = new Set<Worker>();
  let started = 0;

  async function start(role: string): Promise<Worker> {
    const name = `${role}-${++started}`;
    const url = new URL(database.url);
    url.searchParams.set("application_name", name);
    const folder = await makeDataDir();
    folders.push(folder);
    const service = await startServer({
      dataDir: folder,
      env: {
        SECRET_KEY: process.env.SECRET_KEY ?? "",
        DATABASE_URL: url.href,
        NODE_EXTRA_CA_CERTS: authority,
        OUTBOUND_CONNECT_TO: `${RECEIVER_HOST}:443:127.0.0.1:${receiver.port}`,
        OUTBOX_INTERVAL_MS: "50",
        INTAKE_IP_RATE_LIMIT: "1000000",
        INTAKE_FORM_RATE_LIMIT: "1000000",
        ...env,
      },
    });
    const worker = { name, service };
    running.add(worker);
    return worker;
  }

  async function countInFlight({ name }: Worker): Promise<number> {
    const { rows } = await client.query<{ count: number }>(IN_FLIGHT, [name]);
    return rows[0]?.count ?? 0;
  }

  async function isGone({ name }: Worker): Promise<boolean> {
    const activity = "SELECT FROM pg_stat_activity WHERE application_name = $1";
    return (await client.query(activity, [name])).rows.length === 0;
  }

  /** Expires the leases of a process, or only those older than `olderThanMs`. */
  async function endLeases({ name }: Worker, olderThanMs = 0): Promise<void> {
    await client.query(
      `UPDATE deliveries SET due_at = now() WHERE claim_token IN (
        SELECT token FROM drill_claims
        WHERE worker = $1 AND at <= clock_timestamp() - $2 * interval '1 ms'
      )`,
      [name, olderThanMs],
    );
  }

  return {
    get client() {
      return client;
    },
    start,
    countInFlight,
    endLeases,
    /** Kills the database with SIGKILL and restarts it at the same URL. */
    async killDatabase(): Promise<void> {
      const { url } = database;
      const pid = await databasePid(dataDir);
      if (pid === undefined) throw new Error("the database has no process");
      process.kill(pid, "SIGKILL");
      await database.ended;
      await database.stop();
      const port = Number(new URL(url).port);
      database = await startEmbeddedDatabase({ dataDir, log: () => undefined, port });
      client = await connect(url);
    },
    /** Kills a process with SIGKILL and expires its leases. Returns how many calls it had in progress. */
    async kill(worker: Worker): Promise<number> {
      await worker.service.killApp();
      running.delete(worker);
      await untilOrLater(() => isGone(worker), GONE_LIMIT_MS);
      const inFlight = await countInFlight(worker);
      await endLeases(worker);
      return inFlight;
    },
    /** Passes the time between attempts. What's due already stays unlocked, so that drains can claim it. */
    async passWaits(): Promise<void> {
      await client.query(
        `UPDATE deliveries SET due_at = now() WHERE id IN (
          SELECT id FROM deliveries WHERE due_at > now() AND claim_token IS NULL
          FOR UPDATE SKIP LOCKED
        )`,
      );
    },
    async countOwed(): Promise<number> {
      const { rows } = await client.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM deliveries WHERE due_at IS NOT NULL",
      );
      return rows[0]?.count ?? 0;
    },
    async stop(): Promise<void> {
      await Promise.all([...running].map(({ service }) => service.stop()));
      await client.end();
      await database.stop();
      await Promise.all([dataDir, ...folders].map(removeDataDir));
    },
  };
}

export type Drill = Awaited<ReturnType<typeof startDrill>>;
