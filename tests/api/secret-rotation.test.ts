import { expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { installationKey, requireFittingKey } from "#lib/adapters/db/installation-key";
import { currentKeyPrefix, encryptSecret } from "#lib/core/secrets";
import { SettingsError } from "#lib/core/settings/settings-error";
import { acceptCode } from "#lib/domain/accounts/factors/authenticator";
import { hashReplyAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { rotateDestinationSecret } from "#lib/domain/endpoints/save-destination";
import { rotateSecrets } from "#lib/entry/jobs/rotate-secrets";
import { addDestination } from "#tests/support/factories/destination-factories";
import { codeAt } from "#tests/support/factories/factor-codes";
import { turnOnTwoStep } from "#tests/support/factories/factor-factories";
import { createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { queuedRow } from "#tests/support/factories/message-factories";
import { storeProvider } from "#tests/support/factories/provider-factories";
import { restoreSecretKeys, useSecretKeys } from "#tests/support/setup/secret-keys";

const [FIRST, SECOND, THIRD] = ["first".repeat(8), "second".repeat(8), "third".repeat(8)];
const DONE = { reencrypted: 0, unreadable: 0 };

restoreSecretKeys();

/** Queued emails, which keep their content encrypted. */
async function queueEmails(workspaceId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => queuedRow(workspaceId, new Date()));
  await db().delivery.createMany({
    data: rows.map((row) => ({ ...row, sealedData: encryptSecret("email_data", row, "{}") })),
  });
}

test("a key that doesn't match the database is named in one line", async () => {
  await installationKey();
  useSecretKeys(SECOND);
  await expect(requireFittingKey()).rejects.toThrow(
    new SettingsError(
      "SECRET_KEY doesn't match this database. Use the original key, or add it to SECRET_KEYS_OLD",
    ),
  );
});

test("rotation encrypts everything again, continues after an interruption, and keeps opt-outs", async () => {
  const known = process.env.SECRET_KEY ?? "";
  await installationKey();
  useSecretKeys(FIRST, [known]);
  await rotateSecrets();
  const { id: workspaceId } = await createWorkspace();
  const optedOut = hashReplyAddress(await installationKey(), workspaceId, "ada@example.com");
  await queueEmails(workspaceId, 450);

  useSecretKeys(SECOND);
  await expect(requireFittingKey()).rejects.toThrow(SettingsError);
  expect(await rotateSecrets().catch((error: unknown) => String(error))).toContain("SECRET_KEY");

  useSecretKeys(SECOND, [FIRST]);
  await queueEmails(workspaceId, 1);
  expect(await rotateSecrets()).toEqual({ reencrypted: 451, unreadable: 0 });
  expect(await rotateSecrets()).toEqual(DONE);

  useSecretKeys(SECOND);
  await requireFittingKey();
  expect(hashReplyAddress(await installationKey(), workspaceId, "ada@example.com")).toBe(optedOut);

  useSecretKeys(THIRD);
  await queueEmails(workspaceId, 1);
  useSecretKeys(known, [SECOND]);
  expect(await rotateSecrets()).toEqual({ reencrypted: 452, unreadable: 1 });
});

test("rotation encrypts the secrets of authenticator apps again, which keep working", async () => {
  const known = process.env.SECRET_KEY ?? "";
  const workspace = await createWorkspace();
  const { secret } = await turnOnTwoStep(workspace);
  useSecretKeys(FIRST, [known]);
  await rotateSecrets();
  useSecretKeys(FIRST);
  const now = new Date();
  expect(await acceptCode(workspace.ctx, codeAt(secret, now))).toBe(true);
  useSecretKeys(known, [FIRST]);
  await rotateSecrets();
});

/** Every column that the database has for encrypted text, except the installation's own key. Partitions are read with their table. */
async function sealedColumns(): Promise<{ table: string; column: string }[]> {
  const { rows } = await pool().query(
    `SELECT c.relname AS table, a.attname AS column
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attname LIKE 'sealed\\_%' AND c.relname <> 'installation'`,
  );
  return rows;
}

test("rotation encrypts every encrypted column again, an old signing secret that still signs among them", async () => {
  const known = process.env.SECRET_KEY ?? "";
  const { workspace, ctx, form } = await createOwnForm();
  await createVerifiedWidget(form.id);
  await turnOnTwoStep(workspace);
  await storeProvider(workspace);
  await addDestination(workspace, form, { kind: "slack" });
  const headers = [{ name: "X-Api-Key", value: "of the gateway" }];
  const { id } = await addDestination(workspace, form, { kind: "webhook", headers });
  await rotateDestinationSecret(ctx, form.id, id, { overlapHours: 24 });
  const row = queuedRow(workspace.id, new Date());
  const sealed = (kind: "email_data" | "email_payload") => encryptSecret(kind, row, "{}");
  const content = { sealedData: sealed("email_data"), sealedPayload: sealed("email_payload") };
  await db().delivery.create({ data: { ...row, ...content } });
  useSecretKeys(FIRST, [known, THIRD]);
  await rotateSecrets();
  for (const { table, column } of await sealedColumns()) {
    const { rows } = await pool().query(
      `SELECT count(${column})::int AS filled, count(*) FILTER (WHERE NOT starts_with(
         encode(${column}, 'hex'), $1))::int AS old FROM ${table} WHERE ${column} IS NOT NULL`,
      [currentKeyPrefix().toString("hex")],
    );
    expect(rows, `${table}.${column}`).toEqual([{ filled: expect.any(Number), old: 0 }]);
    expect(rows[0]?.filled, `${table}.${column}`).toBeGreaterThan(0);
  }
  useSecretKeys(known, [FIRST]);
  await rotateSecrets();
});
