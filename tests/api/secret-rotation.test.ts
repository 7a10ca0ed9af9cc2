import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey, requireFittingKey } from "#lib/adapters/db/installation-key";
import { encryptSecret } from "#lib/core/secrets";
import { SettingsError } from "#lib/core/settings/settings";
import { acceptCode } from "#lib/domain/accounts/factors/authenticator";
import { hashReplyAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { rotateSecrets } from "#lib/entry/jobs/rotate-secrets";
import { codeAt } from "#tests/support/factories/factor-codes";
import { turnOnTwoStep } from "#tests/support/factories/factor-factories";
import { createWorkspace } from "#tests/support/factories/factories";
import { queuedRow } from "#tests/support/factories/message-factories";
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
