import { createTarget, median, NO_LIMITS, openBench, postAll } from "#lab/bench/open-bench";
import { type Contestant, usageOf } from "#lab/bench/processes";
import { startReceiver } from "#lab/bench/receiver";
import { untilSent } from "#tests/support/drills/queued-deliveries";

/**
 * `npm run bench:intake`: the self-hosted intake, accepting alone, with an email, and with an email and an
 * event for each post, against a Fastify server that does one INSERT. On one PostgreSQL with its default
 * durability, interleaved, as ratios, with the CPU time that each post costs in the server (all threads)
 * and in PostgreSQL. Then what memory the service takes, idle and after many posts. Linux only.
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
const RECEIVER_DELAY_MS = 5;
type Figures = Record<"perSecond" | "p50" | "p99" | "serverMicros" | "databaseMicros", number[]>;
const noFigures = (): Figures => ({
  perSecond: [],
  p50: [],
  p99: [],
  serverMicros: [],
  databaseMicros: [],
});

/** Measures one contestant once, with the CPU time that its posts took. */
async function measure(contestant: Contestant, url: string, connections: number, figures: Figures) {
  const usage = () => ({ server: usageOf(contestant.pid), database: usageOf(bench.databasePid) });
  const before = usage();
  const result = await postAll(url, { connections, duration: SECONDS });
  const after = usage();
  const microsOf = (part: "server" | "database") =>
    ((after[part].cpuSeconds - before[part].cpuSeconds) * 1e6) / result.requests.total;
  figures.perSecond.push(result.requests.average);
  figures.p50.push(result.latency.p50);
  figures.p99.push(result.latency.p99);
  figures.serverMicros.push(microsOf("server"));
  figures.databaseMicros.push(microsOf("database"));
}

/** The address to post to: a new form of our own service, or the one of the other. */
async function targetOf({ name, url }: Contestant): Promise<string> {
  const own = Object.entries(OWN).find(([key]) => key === name)?.[1];
  if (!own) return url;
  const webhookUrl = own.emits ? receiver.url : undefined;
  return new URL((await createTarget(client, { ...own, webhookUrl })).path, url).href;
}

/** Emails and events leave while intake is measured; the rest must not burden the next. */
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
  await postAll(target, { connections: 32, amount: MEMORY_POSTS });
  await untilSent(client);
  console.log(`memory\t${idle} idle, ${megabytes()} after ${MEMORY_POSTS} posts and their emails`);
  await clear();
}

const bench = await openBench();
const { client } = bench;
const receiver = await startReceiver(bench.dataDir, RECEIVER_DELAY_MS);
try {
  await client.query(
    "CREATE TABLE bench_messages (id uuid PRIMARY KEY, at timestamptz, body jsonb)",
  );
  const own = await bench.runService({ ...NO_LIMITS, ...receiver.env });
  const fastify = await bench.run({
    name: "fastify+insert",
    args: ["lab/bench/fastify-server.ts"],
    env: {},
    path: "/intake",
  });
  await reportMemory(own);
  await compare([...Object.keys(OWN).map((name) => ({ ...own, name })), fastify]);
} finally {
  await bench.stop();
  receiver.stop();
}
