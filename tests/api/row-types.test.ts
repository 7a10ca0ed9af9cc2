import { expect, test } from "vitest";
import { listPending } from "#lib/db/migrate";
import { withDescriber } from "#tests/support/describe-statement";

// Every API test compares the columns of its statements this way: `setup/row-types.ts`.
test("describes the columns of a statement without running it", async () => {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  await withDescriber(databaseUrl, async (columnsOf) => {
    expect(
      await columnsOf("SELECT $1::uuid AS id, now() AS at, count(*) AS n, ARRAY['a'] AS names"),
    ).toEqual({ id: "uuid", at: "timestamptz", n: "int8", names: "text[]" });
    expect(await columnsOf("DELETE FROM _prisma_migrations RETURNING logs")).toEqual({
      logs: "text",
    });
    expect(await columnsOf("DELETE FROM _prisma_migrations")).toEqual({});
    await expect(columnsOf("SELECT missing FROM workspaces")).rejects.toThrow("missing");
  });
  expect(await listPending(databaseUrl)).toEqual([]);
});
