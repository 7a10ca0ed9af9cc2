import { subscribe } from "node:diagnostics_channel";
import { afterAll, expect } from "vitest";
import { z } from "zod";
import { STATEMENTS } from "#lib/db/query-rows";
import { withDescriber } from "#tests/support/describe-statement";

// Every statement that this test file runs, with the columns that the code expects. PostgreSQL describes
// each of them, without running it again.
const Statement = z.object({ text: z.string(), columns: z.record(z.string(), z.string()) });
const seen = new Map<string, Record<string, string>>();
const databaseUrl = process.env.DATABASE_URL ?? "";

subscribe(STATEMENTS, (message) => {
  const { text, columns } = Statement.parse(message);
  seen.set(text, columns);
});

afterAll(async () => {
  if (seen.size === 0) return;
  const described = new Map<string, Record<string, string>>();
  await withDescriber(databaseUrl, async (columnsOf) => {
    for (const text of seen.keys()) described.set(text, await columnsOf(text));
  });
  expect(described).toEqual(seen);
});
