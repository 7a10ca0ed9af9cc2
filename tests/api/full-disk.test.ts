import { expect, inject, test } from "vitest";
import { pool } from "#lib/adapters/db/database";
import { withClient } from "#lib/adapters/db/with-client";
import { forWeb } from "#lib/entry/http/http-types";
import { serveHealth, serveMetrics, serveReady } from "#lib/entry/operations/serve-operations";
import { errorOf } from "#tests/support/contract/api";
import { readResult } from "#tests/support/contract/check-answer";
import { postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";

const NAMES = { health: serveHealth, ready: serveReady, metrics: serveMetrics };

async function ask(name: keyof typeof NAMES) {
  const headers = { authorization: "Bearer cron-secret-of-the-tests" };
  const request = new Request(`http://localhost:3000/api/${name}`, { headers });
  return readResult(await forWeb(NAMES[name])(request));
}

/** Changes a setting of this database, and ends the connections that don't know it yet. */
async function setForDatabase(change: string): Promise<void> {
  const { rows } = await pool().query<{ name: string }>("SELECT current_database() AS name");
  const name = rows[0]?.name;
  await withClient(inject("adminUrl"), async (admin) => {
    await admin.query(`ALTER DATABASE "${name}" ${change}`);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
      name,
    ]);
  });
  await expect.poll(() => pool().totalCount).toBe(0);
}

// First: a database that could write isn't asked again for some seconds.
test("a process isn't ready or healthy while its database has no room for a file, and is again with room", async () => {
  await setForDatabase("SET temp_file_limit = '64kB'");
  for (const name of ["ready", "health"] as const) {
    const answer = await ask(name);
    expect(errorOf(answer, "service_unavailable").message).toBe(
      "The database can't write at the moment.",
    );
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  }
  expect((await ask("metrics")).bytes.toString()).toContain("form_intake_database_writable 0\n");
  await setForDatabase("RESET temp_file_limit");
  expect([(await ask("ready")).status, (await ask("health")).status]).toEqual([200, 200]);
  expect((await ask("metrics")).bytes.toString()).toContain("form_intake_database_writable 1\n");
});

test.each(["53100", "53200", "58030"])(
  "a submission that the database has no room for (%s) gets 503 with Retry-After, and is stored later",
  async (code) => {
    const { form } = await createOwnForm();
    await pool().query(`
      CREATE FUNCTION fill_up() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON submissions EXECUTE FUNCTION fill_up()`);
    const post = () => postVisit(form.publicKey, { json: { name: "Ada" } });
    const full = await post();
    expect(full.status).toBe(503);
    expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
    await pool().query("DROP FUNCTION fill_up CASCADE");
    expect((await post()).ok).toBe(true);
  },
);
