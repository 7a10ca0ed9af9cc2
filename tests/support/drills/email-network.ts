import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { toEmailStatus } from "#lib/domain/emails/store";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { queueNotification } from "#tests/support/factories/outbox-state";
import { type Fault, type FaultProxy, startFaultProxy } from "#tests/support/twins/fault-proxy";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import type { TwinOptions } from "#tests/support/twins/resend-twin";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const EMAIL_COUNT = 8;
/** Longer than any retry delay. */
const LATER_MS = 3_600_000;
const ROUNDS = 6;

const FAULTS: Fault[] = [
  { kind: "latency", ms: 20 },
  { kind: "reset" },
  { kind: "half-open" },
  { kind: "cut-request", afterBytes: 100 },
  { kind: "cut-request", afterBytes: 3000 },
  { kind: "cut-answer", afterBytes: 1 },
  { kind: "cut-answer", afterBytes: 150 },
];

/** Drains during the fault; calls that get no response time out. */
async function drainAmid(fault: Fault, clock: ReturnType<typeof createTestClock>): Promise<void> {
  const timeOut = () => fault.kind === "half-open" && clock.timeOutCalls();
  const impatience = setInterval(timeOut, 100);
  await drainOutbox(clock).finally(() => clearInterval(impatience));
}

/** Drains and passes time until the outbox is empty. */
async function passTime(clock: ReturnType<typeof createTestClock>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await drainOutbox(clock);
    if ((await db().delivery.count({ where: { dueAt: { not: null } } })) === 0) return;
    clock.advance(LATER_MS);
  }
  throw new Error("the outbox is never empty");
}

/** Each email's final status and how often the provider sent it. */
async function readEnds(emails: readonly { deliveryId: string }[], sent: readonly string[]) {
  const ids = emails.map(({ deliveryId }) => deliveryId);
  const rows = await db().delivery.findMany({
    where: { id: { in: ids } },
    include: { attempts: true },
  });
  return rows.map(({ status, dedupeKey, attempts }) => ({
    status: toEmailStatus(status),
    arrivals: sent.filter((key) => key === dedupeKey).length,
    isOpen: attempts.some(({ outcome }) => outcome === "pending"),
  }));
}

type Ends = Awaited<ReturnType<typeof readEnds>>;

/** Tests of a provider behind a failing network; `expectEnds` checks the final statuses. */
export function describeEmailNetwork(
  provider: string,
  options: TwinOptions,
  expectEnds: (ends: Ends) => void,
): void {
  const live = setUpLiveEmail(10_000, options);
  let proxy: FaultProxy;
  beforeAll(async () => {
    proxy = await startFaultProxy(Number(new URL(live.twin.url).port));
    process.env.RESEND_BASE_URL = `http://127.0.0.1:${proxy.port}`;
  });
  beforeEach(() => proxy.heal());
  afterAll(() => proxy.stop());

  describe.each(FAULTS)(`a provider ${provider} behind a network with %o`, (fault) => {
    it("records the true result of every email", async () => {
      const clock = createTestClock(START);
      const emails = await Promise.all(
        Array.from({ length: EMAIL_COUNT }, () => queueNotification(START)),
      );
      proxy.fail(fault);
      await drainAmid(fault, clock);
      proxy.heal();
      await passTime(clock);
      const ends = await readEnds(
        emails,
        live.twin.sent.map(({ key }) => key),
      );
      expect(ends).toHaveLength(EMAIL_COUNT);
      expect(ends.filter(({ isOpen }) => isOpen)).toEqual([]);
      expectEnds(ends);
    });
  });
}
