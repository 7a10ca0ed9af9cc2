import { expect, test } from "vitest";
import { isTransactionConflict } from "#lib/adapters/db/connection-error";
import { type Db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";

/** Locks both names; the first time, the second only after the other transaction has its first. */
function lockBoth(names: readonly [string, string], arrive: () => Promise<void>) {
  let runs = 0;
  const result = transaction(async (tx) => {
    runs += 1;
    await lockInTransaction(tx, names[0]);
    if (runs === 1) await arrive();
    await lockInTransaction(tx, names[1]);
    return "done";
  });
  return { result, runs: () => runs };
}

async function failWith(tx: Db, sqlstate: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${sqlstate}'; END $$`,
  );
}

test("a transaction that PostgreSQL ended because of a deadlock runs again", async () => {
  const [a, b] = [newId(), newId()];
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  const arrive = () => {
    arrived += 1;
    if (arrived === 2) both.resolve();
    return both.promise;
  };
  const first = lockBoth([a, b], arrive);
  const second = lockBoth([b, a], arrive);
  expect(await Promise.all([first.result, second.result])).toEqual(["done", "done"]);
  expect(first.runs() + second.runs()).toBe(3);
});

test.each([
  { sqlstate: "40P01", runs: 3 },
  { sqlstate: "40001", runs: 3 },
  { sqlstate: "22023", runs: 1 },
])("a transaction that keeps failing with $sqlstate runs $runs times", async (expected) => {
  let runs = 0;
  const failure = await transaction(async (tx) => {
    runs += 1;
    await failWith(tx, expected.sqlstate);
  }).catch((cause: unknown) => cause);
  expect(isTransactionConflict(failure)).toBe(expected.runs > 1);
  expect(runs).toBe(expected.runs);
});
