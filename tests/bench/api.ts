import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { applyMigrations } from "#lib/db/migrate";
import { findFreePort } from "#selfhost/free-port";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { buildBareNext, type Contestant, runServer } from "#tests/bench/processes";
import { Owner } from "#tests/support/factories/owner";

/**
 * `npm run bench:api`: how long `GET /v1/forms` takes compared with a bare Next route that does one
 * SELECT, at 10 connections, on one PostgreSQL, interleaved. The target is 1.5 times as long.
 */
const CONNECTIONS = 10;
const ROUNDS = 7;
const SECONDS = 3;
const FORMS = 5;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The Authorization header of a workspace with a few forms. */
async function authorize(baseUrl: string): Promise<string> {
  const owner = await Owner.signUp(baseUrl);
  for (let number = 1; number <= FORMS; number += 1) await owner.createForm(`Form ${number}`);
  return `Bearer ${(await owner.createToken("Bench")).token}`;
}

/** The p50 of one round in milliseconds; autocannon's own is a whole number. */
async function measure(url: string, authorization: string): Promise<number> {
  const times: number[] = [];
  const { non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization },
    setupClient: (client) => {
      client.on("response", (_status, _bytes, milliseconds) => times.push(milliseconds));
    },
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} rejections, ${errors} errors`);
  return median(times);
}

async function compare(service: Contestant, bare: Contestant): Promise<void> {
  const authorization = await authorize(new URL(service.url).origin);
  // Warms up.
  for (const { url } of [service, bare]) await measure(url, authorization);
  const rounds: { own: number; other: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      own: await measure(service.url, authorization),
      other: await measure(bare.url, authorization),
    });
  const ratios = rounds.map(({ own, other }) => own / other).toSorted((a, b) => a - b);
  const p50 = (times: number[]) => `p50 ${median(times).toFixed(2)} ms`;
  console.log(`GET /v1/forms\t${p50(rounds.map(({ own }) => own))}`);
  console.log(`bare next\t${p50(rounds.map(({ other }) => other))}`);
  console.log(
    `ratio\t${median(ratios).toFixed(2)}, from ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  );
}

const dataDir = mkdtempSync(join(tmpdir(), "form-intake-bench-"));
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const running: Contestant[] = [];
try {
  await applyMigrations(database.url);
  const bareNext = buildBareNext();
  const shared = { DATABASE_URL: database.url, NODE_ENV: "production" };
  const service = await runServer({
    name: "service",
    args: ["scripts/start.ts"],
    env: {
      ...shared,
      DATA_DIR: dataDir,
      SECRET_KEY: "bench".repeat(8),
      MANAGEMENT_RATE_LIMIT: "1000000000",
    },
    port: await findFreePort(),
    path: "/v1/forms",
  });
  running.push(service);
  const bare = await runServer({
    name: "bare next",
    args: ["../../../node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"],
    cwd: bareNext,
    env: shared,
    port: await findFreePort(),
    path: "/forms",
  });
  running.push(bare);
  await compare(service, bare);
} finally {
  for (const contestant of running) await contestant.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
