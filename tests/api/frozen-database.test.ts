import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { singleton } from "#lib/core/singleton";
import { openPool } from "#lib/db/open-pool";
import { postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { startFaultProxy } from "#tests/support/twins/fault-proxy";

/** Four ticks of a second and the one in which it begins, plus a margin for a busy machine. */
const NOTICED_MS = 5_000 + 2_000;
const SOON_MS = 1_500;
/** As many as may wait for a batch, and one that is already running. */
const MORE_THAN_WAIT = 1_024 + 64 + 100;

const realUrl = process.env.DATABASE_URL ?? "";
const proxy = await startFaultProxy({ port: Number(new URL(realUrl).port) });
const proxied = Object.assign(new URL(realUrl), { port: String(proxy.port) });
const pool = openPool(proxied.href, { max: 4, connectMs: 5_000, silenceMs: 60_000 });
singleton("pool", () => pool);
const direct = new pg.Client({ connectionString: realUrl });
await direct.connect();

afterEach(() => proxy.heal());
afterAll(async () => {
  await direct.end();
  await pool.end();
  await proxy.stop();
});

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

test("a database that no longer responds ends every query within five seconds, and is noticed when it's back", async () => {
  await pool.query("SELECT 1");
  proxy.fail({ kind: "half-open" });
  const queries = () =>
    Promise.allSettled(Array.from({ length: 20 }, () => pool.query("SELECT 1")));
  const ended = async () => {
    for (const { status } of await queries()) expect(status).toBe("rejected");
  };
  expect(await took(ended)).toBeLessThan(NOTICED_MS);
  expect(await took(ended)).toBeLessThan(SOON_MS);
  proxy.heal();
  await expect
    .poll(() =>
      pool.query("SELECT 1").then(
        ({ rowCount }) => rowCount,
        () => 0,
      ),
    )
    .toBe(1);
});

test("a slow statement on a working database isn't ended", async () => {
  const { rows } = await pool.query("SELECT pg_sleep(7)::text AS slept");
  expect(rows).toEqual([{ slept: "" }]);
});

test("submissions behind a locked table get 503 after five seconds, and are stored once at most", async () => {
  const form = await createForm(await createWorkspace({ plan: "scale" }));
  const post = (visitor: number) =>
    postVisit(form.publicKey, {
      json: { name: `visitor-${visitor}` },
      headers: { "idempotency-key": `visitor-${visitor}` },
    });
  expect((await post(0)).status).toBe(201);
  await direct.query("BEGIN; LOCK TABLE submissions IN ACCESS EXCLUSIVE MODE");
  const waitedMs: number[] = [];
  const visitors = Array.from({ length: MORE_THAN_WAIT }, (_, n) => n + 1);
  const responses = await Promise.all(
    visitors.map(async (visitor) => {
      const startedAt = performance.now();
      const response = await post(visitor);
      waitedMs.push(performance.now() - startedAt);
      return response;
    }),
  );
  await direct.query("COMMIT");
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Number(responses[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Math.max(...waitedMs)).toBeLessThan(NOTICED_MS);

  const again = [1, 2, 3, 70];
  for (const visitor of again) {
    const response = await post(visitor);
    if (response.status !== 201) expect(await rejectionCode(response)).toBe("service_unavailable");
    await expect.poll(async () => (await post(visitor)).status).toBe(201);
  }
  const { rows } = await direct.query(
    "SELECT name, count(*)::int AS count FROM submissions GROUP BY name HAVING count(*) > 1",
  );
  expect(rows).toEqual([]);
});
