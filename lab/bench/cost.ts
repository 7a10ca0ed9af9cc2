import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import {
  createTarget,
  median,
  NO_LIMITS,
  openBench,
  POST,
  postAll,
  quantile,
} from "#lab/bench/open-bench";
import { type Contestant, usageOf } from "#lab/bench/processes";
import { startReceiver } from "#lab/bench/receiver";
import { untilSent } from "#tests/support/drills/queued-deliveries";

/**
 * `npm run bench:cost`: the cost of a submission until its email and events have left, in CPU time, WAL, and
 * disk, and how many are accepted per second; then the same for several nodes on one PostgreSQL.
 * Everything shares this machine, and PostgreSQL has its default durability. Linux only.
 * `docs/scale.md` has the figures.
 */
const POSTS = 5_000;
const CONNECTIONS = 32;
const NODES = [1, 2, 3];
const JUDGING_ROUNDS = 21;
type Kind = {
  kind: string;
  notifies?: boolean;
  emits?: boolean;
  destinations?: number;
  /** Twenty values are sent. */
  isWide?: boolean;
  /** The form has a list of the fields sent. */
  isChecked?: boolean;
  /** Its content isn't judged. */
  isUnjudged?: boolean;
};
const STORED: Kind = { kind: "stored" };
const UNJUDGED: Kind = { kind: "stored, not judged", isUnjudged: true };
const KINDS: readonly Kind[] = [
  STORED,
  UNJUDGED,
  { kind: "and an email captured", notifies: true },
  { kind: "and an event sent", notifies: true, emits: true },
  { kind: "stored, 1 destination", destinations: 1 },
  { kind: "stored, 3 destinations", destinations: 3 },
  { kind: "stored, 20 values", isWide: true },
  { kind: "and checked by 20 fields", isWide: true, isChecked: true },
];
const NAMES = Array.from({ length: 20 }, (_, n) => `field_${n + 1}`);
const WIDE_BODY = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, "Analytical"])));

const bench = await openBench();
const { client } = bench;
const receiver = await startReceiver(bench.dataDir, 5);
const nodes: Contestant[] = [];

async function startNode(): Promise<void> {
  nodes.push(await bench.runService({ ...NO_LIMITS, ...receiver.env }));
}

/** The path of a new form, and what is posted to it. */
async function prepare(kind: Kind) {
  const { notifies = false, emits, destinations = 0, isWide, isChecked, isUnjudged } = kind;
  const { saveSpamFilter } = await import("#lib/domain/forms/spam/filter");
  const { addDestination } = await import("#tests/support/factories/destination-factories");
  const { SaveFieldsInput } = await import("#lib/domain/forms/fields/schema");
  const { saveFields } = await import("#lib/domain/forms/fields/form-fields");
  const webhookUrl = emits ? receiver.url : undefined;
  const { workspace, form, path } = await createTarget(client, { notifies, webhookUrl });
  for (let count = 0; count < destinations; count += 1)
    await addDestination(workspace, form, { kind: "webhook", url: receiver.url });
  const off = { revision: null, filter: "off", challenge: false } as const;
  if (isUnjudged) await saveSpamFilter(workspace.ctx, form.id, off);
  if (isChecked) {
    const fields = NAMES.map((name) => ({ name, type: "text", label: name, required: true }));
    await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
  }
  return { path, body: isWide ? WIDE_BODY : POST };
}

async function measured() {
  const { rows } = await client.query<{ wal: string; disk: string }>(
    "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal, pg_database_size(current_database()) AS disk",
  );
  const appSeconds = nodes.reduce((sum, { pid }) => sum + usageOf(pid).cpuSeconds, 0);
  const [row] = rows;
  return {
    app: appSeconds * 1e6,
    database: usageOf(bench.databasePid).cpuSeconds * 1e6,
    wal: Number(row?.wal),
    disk: Number(row?.disk),
  };
}

type Target = Awaited<ReturnType<typeof prepare>>;

/** @returns when the last response came; the sender itself only looks once a second */
async function post(node: Contestant, { path, body }: Target, amount: number): Promise<number> {
  const url = new URL(path, node.url).href;
  let lastAt = 0;
  let sent = 0;
  await postAll(url, {
    connections: Math.ceil(CONNECTIONS / nodes.length),
    amount,
    body,
    setupClient: (client) => {
      client.on("response", () => {
        lastAt = performance.now();
        // The same text again and again is what the spam filter looks for.
        sent += 1;
        client.setBody(body.replace(/\.?"\}$/, ` ${sent}"}`));
      });
    },
  });
  return lastAt;
}

/**
 * Posts to all nodes and waits until everything has left.
 */
async function measure(kind: Kind, label = kind.kind): Promise<void> {
  const target = await prepare(kind);
  const amount = Math.floor(POSTS / nodes.length);
  const before = await measured();
  const startedAt = performance.now();
  const ends = await Promise.all(nodes.map((node) => post(node, target, amount)));
  const seconds = (Math.max(...ends) - startedAt) / 1000;
  await untilSent(client);
  const after = await measured();
  const posts = amount * nodes.length;
  const each = (part: keyof typeof after) => Math.round((after[part] - before[part]) / posts);
  const cells = [
    label.padEnd(24),
    `${Math.round(posts / seconds)}/s`,
    `service ${each("app")} µs`,
    `PostgreSQL ${each("database")} µs`,
    `WAL ${each("wal")} bytes`,
    `disk ${each("disk")} bytes`,
  ];
  console.log(cells.join("\t"));
}

/**
 * Prints what judging adds to the CPU time of a post, by turns: a block of posts to a form that judges, then one to a
 * form that doesn't, to the same service.
 */
async function measureJudging(): Promise<void> {
  const targets = [await prepare(UNJUDGED), await prepare(STORED)];
  const rounds: number[][] = [];
  for (let round = 0; round < JUDGING_ROUNDS; round += 1) {
    const times: number[] = [];
    for (const target of targets) {
      const before = await measured();
      for (const node of nodes) await post(node, target, POSTS);
      const after = await measured();
      times.push((after.app + after.database - before.app - before.database) / POSTS);
    }
    rounds.push(times);
  }
  const added = rounds.map(([unjudged = 0, judged = 0]) => judged / unjudged - 1);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const quarters = [0.25, 0.75].map((share) => percent(quantile(added, share)));
  console.log(
    `judging adds ${percent(median(added))} (half of the rounds: ${quarters.join(" to ")})`,
  );
}

try {
  await startNode();
  console.log(`${cpus().length} cores, ${POSTS} posts, ${CONNECTIONS} at once`);
  await measure({ kind: "(warm-up)", notifies: true, emits: true });
  for (const kind of KINDS) await measure(kind);
  await measureJudging();
  for (const count of NODES) {
    while (nodes.length < count) await startNode();
    await measure(STORED, `${count} nodes, stored`);
  }
} finally {
  await bench.stop();
  receiver.stop();
}
