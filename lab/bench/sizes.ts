import { readFileSync } from "node:fs";
import { makeFields } from "#lab/bench/corpus";
import { createTarget, NO_LIMITS, openBench, postAll } from "#lab/bench/open-bench";
import { untilSent } from "#tests/support/drills/queued-deliveries";

/**
 * `npm run bench:sizes`: the disk that a message takes once everything about it has been stored, sent, and indexed,
 * and the memory of the service and of PostgreSQL on the way. Memory is what the processes don't share, plus their
 * part of what they do. Linux only. `docs/self-hosting/sizes.md` has the figures.
 */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 20_000);
const CONNECTIONS = 8;
const PAGES = ["/sign-in", "/sign-up", "/docs", "/docs/quick-start", "/docs/api"];
const PAGE_ROUNDS = 40;

const bench = await openBench();
const { client } = bench;
const service = await bench.runService(NO_LIMITS);
const origin = new URL(service.url).origin;

/** The memory of a process and all that it started, in MB. */
function megabytesOf(pid: number): number {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
  const own = Number(/^Pss:\s+(\d+) kB$/m.exec(read("smaps_rollup"))?.[1]) / 1000;
  const children = read(`task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
  return children.map(megabytesOf).reduce((sum, more) => sum + more, own);
}

function reportMemory(when: string): void {
  const [app, database] = [service.pid, bench.databasePid].map((pid) =>
    Math.round(megabytesOf(pid)),
  );
  console.log(`${when}\tservice ${app} MB\tPostgreSQL ${database} MB`);
}

/** Does what the service's job for search does every minute. */
async function indexAll(): Promise<void> {
  const { indexSubmissions } = await import("#lib/domain/submissions/search/index-submissions");
  while ((await indexSubmissions()) > 0);
}

/** The database's bytes, without those that a vacuum frees. */
async function diskBytes(): Promise<number> {
  await client.query("VACUUM ANALYZE");
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  return Number(rows[0]?.bytes);
}

type Kind = { label: string; notifies: boolean; times?: number; messages?: number };
const KINDS: readonly Kind[] = [
  { label: "stored and indexed", notifies: false },
  { label: "and an email captured", notifies: true },
  {
    label: "ten times the text, and an email captured",
    notifies: true,
    times: 10,
    messages: MESSAGES / 10,
  },
];

async function measure({ label, notifies, times = 1, messages = MESSAGES }: Kind) {
  const { path } = await createTarget(client, { notifies });
  const bodyOf = (n: number) => {
    const copies = Array.from({ length: times }, (_, part) =>
      Object.fromEntries(makeFields(n * times + part, MESSAGES)),
    );
    const message = copies.map((fields) => fields.message).join(" ");
    return JSON.stringify({ ...copies[0], message });
  };
  const before = await diskBytes();
  let sent = 0;
  let textBytes = 0;
  await postAll(new URL(path, origin).href, {
    connections: CONNECTIONS,
    amount: messages,
    body: bodyOf(0),
    setupClient: (sender) => {
      sender.on("response", () => {
        sent += 1;
        const body = bodyOf(sent);
        textBytes += Buffer.byteLength(body);
        sender.setBody(body);
      });
    },
  });
  await untilSent(client);
  await indexAll();
  const each = ((await diskBytes()) - before) / messages;
  const sentEach = Math.round(textBytes / messages);
  console.log(`${label}\t${sentEach} bytes sent\t${(each / 1000).toFixed(1)} kB of disk each`);
}

async function servePages(): Promise<void> {
  for (let round = 0; round < PAGE_ROUNDS; round += 1)
    for (const page of PAGES) await (await fetch(new URL(page, origin))).text();
}

try {
  reportMemory("fresh");
  await servePages();
  reportMemory(`after ${PAGES.length * PAGE_ROUNDS} pages`);
  for (const kind of KINDS) {
    await measure(kind);
    reportMemory(`after: ${kind.label}`);
  }
  await servePages();
  reportMemory("and pages again");
} finally {
  await bench.stop();
}
