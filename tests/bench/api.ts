import autocannon from "autocannon";
import { median, NO_LIMITS, openBench } from "#tests/bench/open-bench";
import { buildBareNext, type Contestant } from "#tests/bench/processes";
import { Owner } from "#tests/support/factories/owner";

/**
 * `npm run bench:api`: how long `GET /v1/forms` takes compared with a bare Next route that does one
 * SELECT, at 10 connections, on one PostgreSQL, interleaved. The target is 1.5 times as long.
 */
const CONNECTIONS = 10;
const ROUNDS = 7;
const SECONDS = 3;
const FORMS = 5;

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

const bench = await openBench();
try {
  const bareNext = buildBareNext();
  const service = await bench.runService(NO_LIMITS);
  const bare = await bench.runBareNext(bareNext, "/forms");
  await compare({ ...service, url: new URL("/v1/forms", service.url).href }, bare);
} finally {
  await bench.stop();
}
