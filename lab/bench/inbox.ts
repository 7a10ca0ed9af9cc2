import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { z } from "zod";
import {
  createDatabase,
  type Filled,
  fillOthers,
  fillWorkspace,
  inBulk,
  vacuum,
} from "#lab/bench/inbox-data";
import { measureWork } from "#lab/bench/inbox-work";
import { quantile } from "#lab/bench/open-bench";
import { type Contestant, runServer } from "#lab/bench/processes";
import { buildApp } from "#server/start/build";
import { findFreePort } from "#server/start/free-port";
import { startTestPostgres } from "#tests/support/setup/test-postgres";

/**
 * `npm run bench:inbox`: lists and searches over HTTP, in workspaces with 1,000, 100,000 and 1,000,000
 * submissions, and in one of 1,000 workspaces with 1,000 each, which share a database with the largest.
 * `BENCH_SIZES=1000,10000000` measures other sizes. PostgreSQL has its default settings. Workspaces take
 * turns, so that other load on the machine affects all of them. Prints milliseconds at the client, and
 * their ratio to the first workspace.
 *
 * Storing and indexing takes most of the time. `BENCH_DATA_DIR` keeps the data for the next run. Before all this, it measures the
 * dashboard's list in a workspace that works through 10,000 messages; with `BENCH_SIZES=`, only that.
 */
const ROUNDS = 40;
const WARM_UP = 8;
const SIZES = (process.env.BENCH_SIZES ?? "1000,100000,1000000")
  .split(",")
  .filter(Boolean)
  .map(Number);
const OTHERS = 1_000;
const CRON_SECRET = "bench-cron-secret";

type Subject = Filled & { name: string; origin: string };
type Scenario = { name: string; path: (subject: Subject, cursors: Cursors) => string };
type Cursors = { page100: string; searchPage2: string };

const search = (text: string, more = "") =>
  `/v1/submissions?search=${encodeURIComponent(text)}${more}`;
const SCENARIOS: readonly Scenario[] = [
  { name: "list", path: () => "/v1/submissions" },
  {
    name: "list, page 100",
    path: (_, { page100 }) => `/v1/submissions?folder=all&limit=10&cursor=${page100}`,
  },
  { name: "list, all folders", path: () => "/v1/submissions?folder=all" },
  {
    name: "list, one form",
    path: ({ formIds }) => `/v1/submissions?folder=all&formId=${formIds[2]}`,
  },
  { name: "list, oldest first", path: () => "/v1/submissions?order=asc" },
  {
    name: "list, all folders, with fields",
    path: () => "/v1/submissions?folder=all&order=asc&include=fields",
  },
  { name: "unread", path: () => "/v1/submissions?unread=true" },
  {
    name: "unread, one form",
    path: ({ formIds }) => `/v1/submissions?unread=true&formId=${formIds[1]}`,
  },
  { name: "detail", path: ({ messageId }) => `/v1/submissions/${messageId}` },
  { name: "usage", path: () => "/v1/usage" },
  { name: "search: frequent (the)", path: () => search("the") },
  { name: "search: common (delivery)", path: () => search("delivery") },
  {
    name: "search: common, page 2",
    path: (_, { searchPage2 }) => search("delivery", `&cursor=${searchPage2}`),
  },
  { name: "search: common, archive", path: () => search("delivery", "&folder=archive") },
  { name: "search: common, unread", path: () => search("delivery", "&unread=true") },
  { name: "search: common, oldest first", path: () => search("delivery", "&order=asc") },
  { name: "search: rare, oldest first", path: () => search("quittenbrot", "&order=asc") },
  { name: "search: 1 in 1,000", path: () => search("mirabelle", "&folder=all") },
  { name: "search: 1 in 10, long ago", path: () => search("reineclaude") },
  { name: "search: rare", path: () => search("quittenbrot", "&folder=all") },
  { name: "search: missing", path: () => search("xylophone") },
  { name: "search: missing, common letters", path: () => search("deliverything") },
  { name: "search: missing phrase", path: () => search("website would thank") },
  { name: "search: 1 letter, frequent (e)", path: () => search("e") },
  { name: "search: 1 letter, rare (§)", path: () => search("§", "&folder=all") },
  { name: "search: 1 letter, missing (€)", path: () => search("€") },
  { name: "search: 2 letters, common (ti)", path: () => search("ti") },
  { name: "search: 2 letters, rare (§4)", path: () => search("§4", "&folder=all") },
  { name: "search: 2 letters, missing (qz)", path: () => search("qz") },
  { name: "search: 2 ideographs, rare", path: () => search("梅雨", "&folder=all") },
  { name: "search: 2 ideographs, missing", path: () => search("龥龥") },
];

const Page = z.object({ nextCursor: z.string().nullable() });

async function get({ origin, token }: Subject, path: string): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = await response.json();
  if (response.status !== 200)
    throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

async function follow(subject: Subject, path: string, pages: number): Promise<string> {
  let cursor = "";
  for (let page = 1; page < pages; page += 1) {
    const body = Page.parse(await get(subject, cursor ? `${path}&cursor=${cursor}` : path));
    if (body.nextCursor === null) break;
    cursor = body.nextCursor;
  }
  return cursor;
}

async function indexSearch(origin: string): Promise<void> {
  const Indexed = z.object({ data: z.object({ indexed: z.int() }) });
  for (;;) {
    const response = await fetch(`${origin}/api/cron/outbox`, {
      headers: { authorization: `Bearer ${CRON_SECRET}` },
    });
    if (Indexed.parse(await response.json()).data.indexed === 0) return;
  }
}

const formatCount = (count: number) => count.toLocaleString("en");

async function measure(subjects: readonly Subject[]): Promise<void> {
  const cursors = new Map<string, Cursors>();
  for (const subject of subjects)
    cursors.set(subject.name, {
      page100: await follow(subject, "/v1/submissions?folder=all&limit=10", 100),
      searchPage2: await follow(subject, search("e", "&limit=5"), 2),
    });
  console.log(["", ...subjects.map(({ name }) => name)].join("\t"));
  for (const { name, path } of SCENARIOS) {
    const times = new Map(subjects.map((subject): [string, number[]] => [subject.name, []]));
    for (let round = -WARM_UP; round < ROUNDS; round += 1)
      for (const subject of subjects) {
        const known = cursors.get(subject.name);
        if (!known) throw new Error("no cursors");
        const url = path(subject, known);
        const startedAt = performance.now();
        await get(subject, url);
        if (round >= 0) times.get(subject.name)?.push(performance.now() - startedAt);
      }
    const base = quantile(times.get(subjects[0]?.name ?? "") ?? [], 0.5);
    const cells = [...times.values()].map((all) => {
      const [p50, p95] = [quantile(all, 0.5), quantile(all, 0.95)];
      return `${p50.toFixed(1)} (p95 ${p95.toFixed(1)}) ×${(p50 / base).toFixed(2)}`;
    });
    console.log([name.padEnd(34), ...cells].join("\t"));
  }
}

await buildApp(console.error);
await measureWork();
const keptDir = process.env.BENCH_DATA_DIR;
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), "form-intake-bench-"));
const database = await startTestPostgres(dataDir, { isDurable: true });
const running: Contestant[] = [];

async function serve(name: string): Promise<string> {
  const databaseUrl = Object.assign(new URL(database.url), { pathname: `/bench_${name}` }).href;
  const server = await runServer({
    name,
    args: ["scripts/start.ts"],
    env: {
      DATABASE_URL: databaseUrl,
      NODE_ENV: "production",
      DATA_DIR: join(dataDir, name),
      SECRET_KEY: "bench".repeat(8),
      CRON_SECRET,
      MANAGEMENT_RATE_LIMIT: "1000000000",
    },
    port: await findFreePort(),
    path: "",
  });
  running.push(server);
  await indexSearch(server.url);
  await vacuum(databaseUrl);
  return server.url;
}

const startedAt = performance.now();
function report(text: string): void {
  console.error(`${Math.round((performance.now() - startedAt) / 1000)} s: ${text}`);
}

const Kept = z.array(
  z.object({ token: z.string(), formIds: z.array(z.string()), messageId: z.string() }),
);

/** Creates the workspaces of one database. The largest database also has 1,000 small ones. */
async function fill(total: number): Promise<readonly Filled[]> {
  const keptAt = join(dataDir, `bench_${total}.json`);
  if (existsSync(keptAt)) return Kept.parse(JSON.parse(readFileSync(keptAt, "utf8")));
  const url = await createDatabase(database, `bench_${total}`);
  const filled = await inBulk(url, async (client) => {
    const own = await fillWorkspace(client, total);
    if (total !== SIZES.at(-1)) return [own];
    await fillOthers(client, OTHERS - 1, 1_000);
    return [own, await fillWorkspace(client, 1_000)];
  });
  report(`${formatCount(total)} messages stored`);
  writeFileSync(keptAt, JSON.stringify(filled));
  return filled;
}

try {
  const subjects: Subject[] = [];
  for (const total of SIZES) {
    const [own, oneOfMany] = await fill(total);
    const origin = await serve(String(total));
    report(`${formatCount(total)} messages indexed`);
    if (own) subjects.push({ ...own, name: formatCount(total), origin });
    if (oneOfMany) subjects.push({ ...oneOfMany, name: "1,000 in one of 1,000", origin });
  }
  if (subjects.length > 0) await measure(subjects);
} finally {
  for (const server of running.reverse()) await server.stop();
  await database.stop();
  if (keptDir === undefined) rmSync(dataDir, { recursive: true, force: true });
}
