import { afterAll, beforeAll, expect, vi } from "vitest";
import { Prisma } from "#lib/adapters/db/generated/client";
import { withDescriber } from "#tests/support/describe-statement";

type ColumnNames = Readonly<Record<string, string>>;

/**
 * Every statement that this test file runs, with the columns that the code expects. The mock of the first
 * file stays when the next one shares its process, so they share this too.
 */
const seen = vi.hoisted(() => {
  const shared = globalThis as typeof globalThis & { seenStatements?: Map<string, ColumnNames> };
  shared.seenStatements ??= new Map();
  return shared.seenStatements;
});

vi.mock(import("#lib/adapters/db/query-rows"), async (load) => {
  const original = await load();
  return {
    ...original,
    queryRows: (client, columns) => {
      const query = original.queryRows(client, columns);
      return (strings, ...values) => {
        seen.set(Prisma.sql(strings, ...values).text, columns);
        return query(strings, ...values);
      };
    },
    queryPrepared: (client, columns, statement) => {
      seen.set(statement.text, columns);
      return original.queryPrepared(client, columns, statement);
    },
  };
});

let databaseUrl = "";
beforeAll(() => {
  seen.clear();
  databaseUrl = process.env.DATABASE_URL ?? "";
});

// PostgreSQL describes each of them, without running it again.
afterAll(async () => {
  if (seen.size === 0) return;
  const described = new Map<string, ColumnNames>();
  await withDescriber(databaseUrl, async (columnsOf) => {
    for (const text of seen.keys()) described.set(text, await columnsOf(text));
  });
  expect(described).toEqual(seen);
});
