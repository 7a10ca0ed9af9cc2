import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { pool } from "#lib/adapters/db/database";
import { requireFittingKey } from "#lib/adapters/db/installation-key";
import { applyMigrations } from "#lib/adapters/db/migrate";
import { withClient } from "#lib/adapters/db/with-client";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { indexSubmissions } from "#lib/domain/submissions/search/index-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { ROOT } from "#server/start/checkout";
import { callApi, dataOf } from "#tests/support/contract/api";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import {
  createAccount,
  PASSWORD,
  signIn,
  signUp,
} from "#tests/support/factories/account-factories";
import { createForm, createToken } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { backUp, readContent, restore } from "#tests/support/setup/backup-databases";
import { createTestClock } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const ADMIN = "intake_admin";
const DENIED = "42501";

const guide = readFileSync(join(ROOT, "docs/self-hosting/database.md"), "utf8");
const [, section = ""] = guide.split("## Roles and grants");
const [createSql = "", grantSql = ""] = [...section.matchAll(/^```sql\n(.*?)^```/gms)].map(
  ([, sql = ""]) => sql,
);

const urlOf = (username: string, password: string, database: string) =>
  Object.assign(new URL(`/${database}`, inject("adminUrl")), { username, password }).href;
const ownerUrl = urlOf("intake_owner", "OWNER_PASSWORD", "intake");
const appUrl = urlOf("intake_app", "APP_PASSWORD", "intake");

/** Runs statements one by one: a database can't be created in a transaction. */
async function run(url: string, sql: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of sql.split(/;\n/)) await client.query(statement);
  });
}

// Like the administrator of a hosted database: no superuser.
beforeAll(async () => {
  await run(inject("adminUrl"), `CREATE ROLE ${ADMIN} CREATEROLE CREATEDB LOGIN PASSWORD 'admin'`);
  await run(urlOf(ADMIN, "admin", "form_intake"), createSql);
  await run(ownerUrl, grantSql);
  await applyMigrations(ownerUrl);
  process.env.DATABASE_URL = appUrl;
});

afterAll(async () => {
  await pool().end();
  await run(
    inject("adminUrl"),
    `DROP DATABASE intake WITH (FORCE);\nDROP ROLE intake_app;\nDROP ROLE intake_owner;\nDROP ROLE ${ADMIN}`,
  );
});

test("the grants of the self-hosting guide are all that the service needs", async () => {
  expect(await applyMigrations(appUrl)).toEqual([]);
  await requireFittingKey();

  const { email } = await signUp();
  expect((await signIn(email)).status).toBe(200);
  const owner = await createAccount();
  const { ctx } = owner;
  const { token } = await createToken(owner);
  const form = await createForm(owner);
  await createWebhook(owner, form);
  const write = (method: string, path: string, body: unknown) =>
    callApi(method, path, { token, body });
  expect((await write("POST", "/v1/recipients", { email: "new@example.com" })).status).toBe(202);

  const message = { json: { email: "ada@example.com", message: "Hello there" } };
  const id = await acceptedId(await postVisit(form.publicKey, message));
  expect((await drainOutbox()).errored).toBe(0);
  await indexSubmissions();
  const found = await callApi("GET", "/v1/submissions", { token, query: { search: "there" } });
  expect(dataOf(found, 200, z.array(z.looseObject({ id: z.string() })))).toMatchObject([{ id }]);
  expect((await write("PATCH", `/v1/submissions/${id}`, { folder: "spam" })).status).toBe(200);
  expect((await callApi("DELETE", `/v1/submissions/${id}`, { token })).status).toBe(204);

  const archive = await new Response(await exportWorkspace(ctx)).arrayBuffer();
  expect(archive.byteLength).toBeGreaterThan(0);
  await deleteWorkspace(ctx, { currentPassword: PASSWORD });
  for (const hours of [0, 2, 24 * 400]) {
    const clock = createTestClock(new Date(Date.now() + hours * HOUR_MS));
    expect(await runMaintenance(clock)).toMatchObject({ failures: 0 });
  }
  const { rows } = await pool().query("SELECT FROM workspaces WHERE id = $1", [owner.id]);
  expect(rows).toEqual([]);
});

test("the service's role can back up, and the owner can restore for it", async () => {
  const { folder } = await backUp(appUrl);
  await run(
    urlOf(ADMIN, "admin", "form_intake"),
    createSql
      .replaceAll(/^CREATE ROLE.*\n|^GRANT intake.*\n/gm, "")
      .replaceAll(/DATABASE intake\b/g, "DATABASE intake_restored"),
  );
  const restoredUrl = (url: string) => new URL("/intake_restored", url).href;
  try {
    await run(restoredUrl(ownerUrl), grantSql);
    await restore(folder, restoredUrl(ownerUrl));
    await run(restoredUrl(appUrl), "DELETE FROM workspaces WHERE false");
    expect(await readContent(restoredUrl(appUrl))).toEqual(await readContent(appUrl));
  } finally {
    await run(inject("adminUrl"), "DROP DATABASE intake_restored WITH (FORCE)");
  }
});

test("the service's role can't change the schema, and reaches the tables of later migrations", async () => {
  const sql = "CREATE TABLE later (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)";
  await applyMigrations(ownerUrl, { migrations: [{ name: "9_later", sql, checksum: "later" }] });
  const attempts = ["CREATE TABLE other (id int)", "ALTER TABLE later ADD COLUMN more int"];
  for (const attempt of [...attempts, "DROP TABLE later", "TRUNCATE later"])
    await expect(run(appUrl, attempt)).rejects.toMatchObject({ code: DENIED });
  await run(appUrl, "INSERT INTO later (name) VALUES ('row');\nDELETE FROM later");
});

test("a role that may not create the extensions gets one line, and can migrate once they exist", async () => {
  const adminUrl = (database: string) => new URL(`/${database}`, inject("adminUrl")).href;
  const guestUrl = urlOf("intake_guest", "guest", "intake_shared");
  await run(
    inject("adminUrl"),
    "CREATE ROLE intake_guest LOGIN PASSWORD 'guest';\nCREATE DATABASE intake_shared",
  );
  try {
    await run(adminUrl("intake_shared"), "GRANT CREATE ON SCHEMA public TO intake_guest");
    await expect(applyMigrations(guestUrl)).rejects.toThrow(
      /^migration \S+ failed and was rolled back: permission denied to create extension "pg_trgm"; grant CREATE on the database .*$/,
    );
    await run(adminUrl("intake_shared"), "CREATE EXTENSION pg_trgm;\nCREATE EXTENSION btree_gin");
    await applyMigrations(guestUrl);
    expect(await applyMigrations(guestUrl)).toEqual([]);
  } finally {
    await run(
      inject("adminUrl"),
      "DROP DATABASE intake_shared WITH (FORCE);\nDROP ROLE intake_guest",
    );
  }
});
