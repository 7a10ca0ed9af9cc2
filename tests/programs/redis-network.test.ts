import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeLimiter } from "#lib/clients/limiter";
import { db } from "#lib/db/database";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { type Fault, type FaultProxy, startFaultProxy } from "#tests/support/twins/fault-proxy";
import { type RedisServer, startRedis } from "#tests/support/twins/redis-server";

const VISITORS = 20;
const FAULTS: Fault[] = [
  { kind: "latency", ms: 20 },
  { kind: "reset" },
  { kind: "half-open" },
  { kind: "cut-request", afterBytes: 50 },
  { kind: "cut-answer", afterBytes: 1 },
];

let redis: RedisServer;
let proxy: FaultProxy;

describe("the rate limiter", () => {
  beforeAll(async () => {
    redis = await startRedis();
    proxy = await startFaultProxy(redis.port);
    process.env.REDIS_URL = `redis://127.0.0.1:${proxy.port}`;
  });
  beforeEach(() => proxy.heal());
  afterAll(async () => {
    await closeLimiter();
    await proxy.stop();
    await redis.kill();
  });

  it.each(FAULTS)("rejects no submission behind a network with %o", async (fault) => {
    const form = await createForm(await createWorkspace());
    const visit = () => postVisit(form.publicKey, { json: { message: "hello" } });
    await visit();
    proxy.fail(fault);
    const answers = await Promise.all(Array.from({ length: VISITORS }, visit));
    const ids = await Promise.all(answers.map(acceptedId));
    expect(answers.map(({ status }) => status)).toEqual(Array(VISITORS).fill(201));
    expect(await db().submission.count({ where: { id: { in: ids } } })).toBe(VISITORS);
  });
});
