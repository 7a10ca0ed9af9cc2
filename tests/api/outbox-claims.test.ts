import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { getOutboxLag } from "#lib/domain/deliveries/backlog";
import {
  claimDue,
  LEASE_MS,
  MAX_IN_FLIGHT,
  postponeClaim,
  TURN_START,
} from "#lib/domain/deliveries/claim";
import { createWorkspace } from "#tests/support/factories/factories";
import { queuedRow } from "#tests/support/factories/message-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { createEndpoint, queueEvent } from "#tests/support/factories/webhook-state";
import { START } from "#tests/support/twins/test-clock";

beforeEach(emptyOutbox);

/** Creates workspaces and returns their IDs in turn order. */
async function createWorkspaces(count: number): Promise<string[]> {
  const workspaces = await Promise.all(Array.from({ length: count }, () => createWorkspace()));
  return workspaces.map(({ id }) => id).sort();
}

async function queue(workspaceId: string, count: number, dueAt = START) {
  await db().delivery.createMany({
    data: Array.from({ length: count }, () => ({ ...queuedRow(workspaceId, START), dueAt })),
  });
}

function claim(limit: number, options: { turn?: string; now?: Date } = {}) {
  const { turn = TURN_START, now = START } = options;
  return claimDue({ channel: "email", now, turn, limit, token: newId() });
}

function countBy(claims: readonly { workspaceId: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { workspaceId } of claims) counts[workspaceId] = (counts[workspaceId] ?? 0) + 1;
  return counts;
}

describe("claimDue", () => {
  it("claims only due deliveries of its channel that no other worker holds", async () => {
    const [workspaceId = ""] = await createWorkspaces(1);
    await queue(workspaceId, 2);
    await queue(workspaceId, 1, new Date(START.getTime() + 1));
    await queueEvent(await createEndpoint(START), START);
    const { claims, nextTurn } = await claim(10);
    expect(claims).toHaveLength(2);
    expect(claims[0]).toMatchObject({ workspaceId, dueAt: START });
    expect(nextTurn).toBeNull();
    expect((await claim(10)).claims).toHaveLength(0);
  });

  it("claims one entry per workspace before a second one", async () => {
    const [first = "", second = "", third = ""] = await createWorkspaces(3);
    await queue(first, 50);
    await queue(second, 1);
    await queue(third, 50);
    const { claims } = await claim(5);
    expect(countBy(claims)).toEqual({ [first]: 2, [second]: 1, [third]: 2 });
  });

  it("continues after the last workspace and reports the end of the turn", async () => {
    const [first = "", second = "", third = ""] = await createWorkspaces(3);
    for (const id of [first, second, third]) await queue(id, 50);
    const one = await claim(2);
    expect(countBy(one.claims)).toEqual({ [first]: 1, [second]: 1 });
    const two = await claim(2, { turn: one.nextTurn ?? "" });
    expect(countBy(two.claims)).toEqual({ [third]: 2 });
    expect(two.nextTurn).toBeNull();
  });

  it("keeps at most five entries per workspace in flight among concurrent claims", async () => {
    const [hog = "", other = ""] = await createWorkspaces(2);
    await queue(hog, 1000);
    await queue(other, 3);
    const all = await Promise.all(Array.from({ length: 12 }, () => claim(10)));
    const claims = all.flatMap((claimed) => claimed.claims);
    expect(countBy(claims)).toEqual({ [hog]: MAX_IN_FLIGHT, [other]: 3 });
    expect(new Set(claims.map(({ deliveryId }) => deliveryId)).size).toBe(claims.length);
  });

  it("claims an entry again only after its lease has ended", async () => {
    const [workspaceId = ""] = await createWorkspaces(1);
    await queue(workspaceId, 1);
    await claim(1);
    const end = START.getTime() + LEASE_MS;
    expect((await claim(1, { now: new Date(end - 1) })).claims).toHaveLength(0);
    expect((await claim(1, { now: new Date(end) })).claims).toHaveLength(1);
  });

  it("skips locked rows", async () => {
    const [workspaceId = ""] = await createWorkspaces(1);
    await queue(workspaceId, 2);
    await db().$transaction(async (tx) => {
      await tx.$executeRaw`SELECT id FROM deliveries WHERE due_at IS NOT NULL
        ORDER BY due_at, id LIMIT 1 FOR UPDATE`;
      expect((await claim(10)).claims).toHaveLength(1);
    });
  });
});

describe("a claim", () => {
  it("can only be released by its holder", async () => {
    const [workspaceId = ""] = await createWorkspaces(1);
    await queue(workspaceId, 1);
    const [stale] = (await claim(1)).claims;
    const later = new Date(START.getTime() + LEASE_MS);
    const [held] = (await claim(1, { now: later })).claims;
    if (!stale || !held) throw new Error("nothing was claimed");
    expect(await postponeClaim(stale, START)).toBe(false);
    expect(await postponeClaim(held, later)).toBe(true);
    expect((await claim(1, { now: later })).claims).toHaveLength(1);
  });
});

describe("outbox lag", () => {
  it("includes only unclaimed due entries", async () => {
    const [workspaceId = ""] = await createWorkspaces(1);
    const none = { dueCount: 0, oldestDueSeconds: null };
    expect(await getOutboxLag(START)).toEqual(none);
    await queue(workspaceId, 1, new Date(START.getTime() - 90_000));
    await queue(workspaceId, 1);
    await queue(workspaceId, 1, new Date(START.getTime() + 1));
    expect(await getOutboxLag(START)).toEqual({ dueCount: 2, oldestDueSeconds: 90 });
    await claim(10);
    expect(await getOutboxLag(START)).toEqual(none);
  });
});
