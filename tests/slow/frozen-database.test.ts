import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { singleton } from "#lib/core/singleton";
import { isConnectionError } from "#lib/db/connection-error";
import { openPool } from "#lib/db/open-pool";
import { postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { startFaultProxy } from "#tests/support/twins/fault-proxy";

const NOTICED_MS = 30_000;
/** As many as may wait for a batch, and one that is already running. */
const MORE_THAN_WAIT = 1_024 + 64 + 100;

const realUrl = process.env.DATABASE_URL ?? "";
const proxy = await startFaultProxy({ port: Number(new URL(realUrl).port) });
const proxied = Object.assign(new URL(realUrl), { port: String(proxy.port) });
const pool = openPool(proxied.href, { max: 4, connectMs: 5_000, silenceMs: 15_000 });
singleton("pool", () => pool);
const direct = new pg.Client({ connectionString: realUrl });
await direct.connect();

afterEach(() => proxy.heal());
afterAll(async () => {
  await direct.end();
  await pool.end();
  await proxy.stop();
});

test(
  "a database that no longer responds ends every query, and is used again when it's back",
  async () => {
    await pool.query("SELECT 1");
    proxy.fail({ kind: "half-open" });
    const queries = Array.from({ length: 20 }, () => pool.query("SELECT 1"));
    for (const ended of await Promise.allSettled(queries))
      expect(ended.status === "rejected" && isConnectionError(ended.reason)).toBe(true);
    proxy.heal();
    const answer = () =>
      pool.query("SELECT 1").then(
        ({ rowCount }) => rowCount,
        () => 0,
      );
    await expect.poll(answer).toBe(1);
  },
  NOTICED_MS,
);

test(
  "submissions behind a locked table receive 503, and are stored once at most",
  async () => {
    const form = await createForm(await createWorkspace({ plan: "scale" }));
    const post = (visitor: number) =>
      postVisit(form.publicKey, {
        json: { name: `visitor-${visitor}` },
        headers: { "idempotency-key": `visitor-${visitor}` },
      });
    expect((await post(0)).status).toBe(201);
    await direct.query("BEGIN; LOCK TABLE submissions IN ACCESS EXCLUSIVE MODE");
    const visitors = Array.from({ length: MORE_THAN_WAIT }, (_, n) => n + 1);
    const responses = await Promise.all(visitors.map(post));
    await direct.query("COMMIT");
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
    expect(Number(responses[0]?.headers.get("retry-after"))).toBeGreaterThan(0);

    const again = [1, 2, 3, 70];
    for (const visitor of again) {
      const response = await post(visitor);
      if (response.status !== 201)
        expect(await rejectionCode(response)).toBe("service_unavailable");
      await expect.poll(async () => (await post(visitor)).status).toBe(201);
    }
    const { rows } = await direct.query(
      "SELECT name, count(*)::int AS count FROM submissions GROUP BY name HAVING count(*) > 1",
    );
    expect(rows).toEqual([]);
  },
  NOTICED_MS,
);
