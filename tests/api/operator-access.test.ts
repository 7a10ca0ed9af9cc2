import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { confirmEmail } from "#lib/domain/accounts/confirm-email";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { isOperator } from "#lib/domain/accounts/sessions";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { createAccount, PASSWORD, sessionOf } from "#tests/support/factories/account-factories";
import { callerAt, type Workspace } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";
import { changeSettings } from "#tests/support/setup/change-settings";

const PUBLIC = "https://forms.example.com";
const caller = () => callerAt(new Date(), `2001:db8::${newId().slice(-4)}`);

function goLive(): void {
  const { email } = settings();
  changeSettings({ email: { ...email, mode: "live", from: "a@example.com" } as typeof email });
}

/** Confirms the account's address with the newest link to it. */
async function confirm(account: Workspace, email = account.user.email): Promise<void> {
  const secret = (await linkSecrets(account, email)).at(-1) ?? "";
  await confirmEmail(secret, caller(), { password: PASSWORD });
}

const seesPage = async (account: Workspace) => (await sessionOf(account)).isOperator;

let operator: Workspace;
beforeEach(async () => {
  operator = await createAccount({ isConfirmed: false });
  const operatorEmails = [operator.user.email, "ops@example.com"];
  changeSettings({ baseUrl: PUBLIC, operatorEmails });
  await resendVerification(operator.ctx);
});

test("a captured email opens the status page on loopback alone", async () => {
  expect(await seesPage(operator)).toBe(false);
  await confirm(operator);
  expect(await seesPage(operator)).toBe(false);
  for (const baseUrl of ["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000"]) {
    changeSettings({ baseUrl });
    expect(await seesPage(operator), baseUrl).toBe(true);
  }
});

test("an address confirmed by a captured email isn't an operator's once emails are live", async () => {
  const secret = (await linkSecrets(operator, operator.user.email)).at(-1) ?? "";
  await drainOutbox();
  expect(await db().capturedEmail.count({ where: { to: operator.user.email } })).toBe(1);
  goLive();
  await confirmEmail(secret, caller(), { password: PASSWORD });
  expect(await seesPage(operator)).toBe(false);
});

test("a link of a really sent email makes an operator, from sign-up or from a reset", async () => {
  goLive();
  await confirm(operator);
  expect(await seesPage(operator)).toBe(true);

  const captured = await createAccount();
  changeSettings({ operatorEmails: [captured.user.email] });
  expect(await seesPage(captured)).toBe(false);
  await requestPasswordReset(captured.user.email, caller());
  const secret = (await linkSecrets(captured, captured.user.email)).at(-1) ?? "";
  await resetPassword(secret, "an entirely new password", caller());
  expect(await seesPage(captured)).toBe(true);
});

test("a change to an operator's address by a captured email makes no operator", async () => {
  goLive();
  await confirm(operator);
  changeSettings({ operatorEmails: ["ops@example.com"] });
  changeSettings({
    email: { ...settings().email, mode: "capture" } as ReturnType<typeof settings>["email"],
  });
  await requestEmailChange(operator.ctx, { email: "ops@example.com", currentPassword: PASSWORD });
  await confirm(operator, "ops@example.com");
  expect(await seesPage(operator)).toBe(false);
});

test("an address that isn't listed, or isn't confirmed, is no operator's", () => {
  const proven = { email: "OPS@example.com", verifiedAt: new Date(), isProven: true };
  expect(isOperator(proven)).toBe(true);
  expect(isOperator({ ...proven, email: "other@example.com" })).toBe(false);
  expect(isOperator({ ...proven, verifiedAt: null })).toBe(false);
});
