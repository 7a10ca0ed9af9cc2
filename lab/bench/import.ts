import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createTarget, median, NO_LIMITS, openBench, postAll } from "#lab/bench/open-bench";
import { usageOf } from "#lab/bench/processes";
import { keepFigures } from "#tests/support/drills/figures";

/**
 * `npm run bench:import`: imports 100,000 messages while visitors post, on one self-hosted service. PostgreSQL has its
 * default durability. Service, database, and visitors share this machine. Posts before, during, and after the import show
 * what it costs visitors; memory is that of the service with its threads.
 */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 100_000);
const ROUND_SECONDS = 10;
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 32);
const PART_BYTES = 3 * 1024 * 1024;
const MAX_SECONDS = 180;
const MAX_MEMORY_BYTES = 150 * 1024 * 1024;
const MAX_SLOWDOWN = 0.15;

const bench = await openBench();

/** A CSV with this many messages, a minute apart. */
function csvOf(count: number): Buffer {
  const start = Date.parse("2025-06-01T00:00:00Z");
  const lines = Array.from({ length: count }, (_, n) => {
    const time = new Date(start + n * 60_000).toISOString();
    const text = `Message ${n}: I would like to know more about your work, please.`;
    return `${time},m-${n},Person ${n},person-${n}@birch.example,"${text}"`;
  });
  return Buffer.from(`date,id,name,email,message\n${lines.join("\n")}\n`);
}

type Progress = { id: string; status: string; parts: number; imported: number; rows: number };

async function call(origin: string, token: string, path: string, body?: object) {
  const response = await fetch(`${origin}/v1/imports${path}`, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as { data: Progress };
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer.data;
}

try {
  const server = await bench.runService(NO_LIMITS);
  const { origin } = new URL(server.url);
  const { path } = await createTarget(bench.client, { notifies: false });
  const { createOwnForm } = await import("#tests/support/factories/factories");
  const { form, token: created } = await createOwnForm();
  const { token } = created;
  const post = async () =>
    (await postAll(`${origin}${path}`, { connections: CONNECTIONS, duration: ROUND_SECONDS }))
      .requests.average;
  await post();
  const before = [await post(), await post(), await post()];
  const memoryBefore = usageOf(server.pid).memoryBytes;
  let { id } = await call(origin, token, "", { formId: form.id, filename: "messages.csv" });
  const file = csvOf(MESSAGES);
  for (let at = 0; at < file.byteLength; at += PART_BYTES) {
    const data = file.subarray(at, at + PART_BYTES).toString("base64");
    ({ id } = await call(origin, token, `/${id}/parts`, { number: at / PART_BYTES, data }));
  }
  const startedAt = performance.now();
  let current = await call(origin, token, `/${id}/start`, {});
  const during: number[] = [];
  let memory = memoryBefore;
  let seconds = 0;
  const watch = async () => {
    while (current.status === "importing") {
      await sleep(500);
      current = await call(origin, token, `/${id}`);
      memory = Math.max(memory, usageOf(server.pid).memoryBytes);
    }
    seconds = (performance.now() - startedAt) / 1000;
  };
  const watched = watch();
  while (current.status === "importing") during.push(await post());
  await watched;
  const after = [await post(), await post()];
  const usual = median([...before, ...after]);
  // The last round goes on beyond the end of the import.
  const busy = median(during.slice(0, Math.max(1, during.length - 1)));
  const slowdown = 1 - busy / usual;
  const more = memory - memoryBefore;
  const came = `${seconds.toFixed(0)} s, ${Math.round(more / 1024 / 1024)} MiB more memory, ${Math.round(usual)} posts/s usually, ${Math.round(busy)} during it (${(slowdown * 100).toFixed(0)} % fewer)`;
  const rounds = [before, during, after].map((part) => part.map(Math.round).join(", ")).join(" / ");
  console.log(
    `${cpus().length} cores, ${CONNECTIONS} visitors at once: ${rounds} posts/s\n${current.imported} messages: ${came}`,
  );
  const isWithin = seconds <= MAX_SECONDS && more <= MAX_MEMORY_BYTES && slowdown <= MAX_SLOWDOWN;
  const isPassed = current.imported === MESSAGES && isWithin;
  keepFigures({ drill: "Import", tried: `${MESSAGES} messages beside visitors`, came, isPassed });
} finally {
  await bench.stop();
}
