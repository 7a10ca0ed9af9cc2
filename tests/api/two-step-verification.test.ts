import { expect, test } from "vitest";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { SecondFactorRequired } from "#lib/accounts/second-factor";
import { finishSignIn, signIn } from "#lib/accounts/sign-in";
import { db } from "#lib/db/database";
import {
  confirmAuthenticator,
  createRecoveryCodes,
  getTwoStep,
  hasAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/factors/authenticator";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { createAccount, PASSWORD } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { codeAt } from "#tests/support/factories/factor-codes";
import { givePasskey, turnOnTwoStep, wrongCodeAt } from "#tests/support/factories/factor-factories";
import { callerAt, contextAt, type Workspace } from "#tests/support/factories/factories";
import { linkSecrets, queuedEmails } from "#tests/support/factories/queued-emails";

const STEP_MS = 30_000;
const NEW_PASSWORD = "another long password";

function post({ user }: Workspace, code?: string, password = PASSWORD) {
  return callAccount("POST", "/api/account/sign-in", {
    body: { email: user.email, password, ...(code === undefined ? {} : { code }) },
  });
}

function enter({ user }: Workspace, code: string, now: Date) {
  return signIn({ email: user.email, password: PASSWORD, code }, callerAt(now));
}

async function purposesOf(workspace: Workspace): Promise<string[]> {
  const emails = await queuedEmails(workspace);
  return emails.flatMap(({ data }) => (data.kind === "account" ? [data.purpose] : []));
}

const rejected = { code: "credentials_invalid" };

test("with two-step verification the password alone doesn't sign in", async () => {
  const workspace = await createAccount();
  const { secret } = await turnOnTwoStep(workspace);
  errorOf(await post(workspace), "second_factor_required");
  errorOf(await post(workspace, wrongCodeAt(secret, new Date())), "credentials_invalid");
  const code = codeAt(secret, new Date());
  errorOf(await post(workspace, code, "wrong password"), "credentials_invalid");
  expect(await db().session.count({ where: { userId: workspace.user.id } })).toBe(0);
  expect((await post(workspace, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
});

test("a code works once, within 30 seconds of its time, and not after a later one", async () => {
  const workspace = await createAccount();
  const now = new Date();
  const { secret } = await turnOnTwoStep(workspace, now);
  const codeOf = (steps: number) => codeAt(secret, new Date(now.getTime() + steps * STEP_MS));
  for (const steps of [-2, 2])
    await expect(enter(workspace, codeOf(steps), now)).rejects.toMatchObject(rejected);
  await enter(workspace, codeOf(-1), now);
  await expect(enter(workspace, codeOf(-1), now)).rejects.toMatchObject(rejected);
  await enter(workspace, codeOf(1), now);
  await expect(enter(workspace, codeOf(0), now)).rejects.toMatchObject(rejected);
});

test("of several concurrent uses of one code, one succeeds", async () => {
  const workspace = await createAccount();
  const now = new Date();
  const { secret, recoveryCode } = await turnOnTwoStep(workspace, now);
  for (const code of [codeAt(secret, now), recoveryCode]) {
    const ends = await Promise.allSettled([1, 2, 3].map(() => enter(workspace, code, now)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("a recovery code works once, however it's typed, is emailed about and recorded", async () => {
  const workspace = await createAccount();
  const now = new Date();
  const { recoveryCode, recoveryCodes } = await turnOnTwoStep(workspace, now);
  expect(recoveryCodes).toHaveLength(10);
  const typed = ` ${recoveryCode.replaceAll("-", " ").toUpperCase()} `;
  await enter(workspace, typed, now);
  await expect(enter(workspace, recoveryCode, now)).rejects.toMatchObject(rejected);
  expect(await getTwoStep(workspace.ctx)).toEqual({ isOn: true, codesLeft: 9 });
  expect(await purposesOf(workspace)).toEqual([
    "authenticator_added",
    "recovery_code_used",
    "new_sign_in",
  ]);
  expect(await auditEntriesOf(workspace)).toMatchObject([
    { action: "account.authenticator_added" },
    { action: "account.recovery_code_used" },
    { action: "account.signed_in" },
  ]);
});

test.each([
  ["0", "O"],
  ["1", "l"],
  ["1", "I"],
])("in a recovery code, %s can be typed as %s", async (digit, letter) => {
  const workspace = await createAccount();
  const now = new Date();
  const { recoveryCodes } = await turnOnTwoStep(workspace, now);
  let codes = recoveryCodes;
  // Codes are random, and some lists don't have the digit.
  while (!codes.some((code) => code.includes(digit)))
    codes = await createRecoveryCodes(contextAt(workspace, now));
  const code = codes.find((one) => one.includes(digit)) ?? "";
  await enter(workspace, code.replaceAll(digit, letter), now);
});

test("new recovery codes replace the old ones, and another user's codes don't count", async () => {
  const [workspace, other] = [await createAccount(), await createAccount()];
  const now = new Date();
  const [mine, theirs] = [await turnOnTwoStep(workspace, now), await turnOnTwoStep(other, now)];
  const [renewed = ""] = await createRecoveryCodes(contextAt(workspace, now));
  for (const code of [mine.recoveryCode, theirs.recoveryCode, codeAt(theirs.secret, now)])
    await expect(enter(workspace, code, now)).rejects.toMatchObject(rejected);
  await enter(workspace, renewed, now);
  expect(await purposesOf(workspace)).toContain("recovery_codes_created");
});

test("a wrong code counts as a failed sign-in, and a missing one doesn't", async () => {
  const workspace = await createAccount();
  const { secret } = await turnOnTwoStep(workspace);
  for (let times = 0; times < 11; times += 1)
    errorOf(await post(workspace), "second_factor_required");
  const wrong = wrongCodeAt(secret, new Date());
  for (let times = 0; times < 10; times += 1)
    errorOf(await post(workspace, wrong), "credentials_invalid");
  errorOf(await post(workspace, codeAt(secret, new Date())), "rate_limited");
});

async function firstStep({ user }: Workspace, now: Date) {
  const first = signIn({ email: user.email, password: PASSWORD }, callerAt(now));
  const failure = await first.catch((error: unknown) => error);
  if (!(failure instanceof SecondFactorRequired)) throw new Error("a code was to be required");
  return failure.pending;
}

test("the second step must follow within 5 minutes, with the same password", async () => {
  const workspace = await createAccount();
  const start = new Date();
  const { secret, recoveryCodes } = await turnOnTwoStep(workspace, start);
  const [first = "", second = ""] = recoveryCodes;
  const pending = await firstStep(workspace, start);
  const at = (ms: number) => callerAt(new Date(start.getTime() + ms));
  await expect(finishSignIn(pending, first, at(300_000))).rejects.toMatchObject({
    code: "second_factor_required",
  });
  await expect(finishSignIn(pending, wrongCodeAt(secret, start), at(0))).rejects.toMatchObject(
    rejected,
  );
  expect((await finishSignIn(pending, first, at(299_999))).account.user).toEqual(workspace.user);
  await db().user.update({ where: { id: workspace.user.id }, data: { passwordHash: "changed" } });
  await expect(finishSignIn(pending, second, at(0))).rejects.toMatchObject({
    code: "second_factor_required",
  });
});

test("nothing is on before a first code, and a second app can't be added beside it", async () => {
  const workspace = await createAccount();
  const ctx = contextAt(workspace, new Date());
  const { id } = workspace.user;
  const abandoned = await startAuthenticator(ctx);
  const { secret, uri } = await startAuthenticator(ctx);
  expect(uri).toContain(`secret=${secret}`);
  for (const wrong of [codeAt(abandoned.secret, ctx.now), wrongCodeAt(secret, ctx.now)])
    await expect(confirmAuthenticator(ctx, wrong)).rejects.toMatchObject(rejected);
  expect(await hasAuthenticator(db(), id)).toBe(false);
  expect((await post(workspace)).status).toBe(200);
  await expect(createRecoveryCodes(ctx)).rejects.toMatchObject({ code: "validation_failed" });
  await confirmAuthenticator(ctx, codeAt(secret, ctx.now));
  await expect(startAuthenticator(ctx)).rejects.toMatchObject({ code: "validation_failed" });
  await expect(confirmAuthenticator(ctx, codeAt(secret, ctx.now))).rejects.toMatchObject(rejected);
});

test("turned off, the password is enough again and recovery codes are gone", async () => {
  const workspace = await createAccount();
  await turnOnTwoStep(workspace);
  await removeAuthenticator(contextAt(workspace, new Date()));
  expect((await getTwoStep(workspace.ctx)).codesLeft).toBe(0);
  expect((await post(workspace)).status).toBe(200);
  expect(await purposesOf(workspace)).toEqual([
    "authenticator_added",
    "authenticator_removed",
    "new_sign_in",
  ]);
});

test("a password reset on a verified account neither removes the second factor nor signs in without it", async () => {
  const workspace = await createAccount();
  await db().user.update({
    where: { id: workspace.user.id },
    data: { verifiedAt: new Date() },
  });
  const { secret } = await turnOnTwoStep(workspace);
  await requestPasswordReset(workspace.user.email, callerAt(new Date()));
  const link = (await linkSecrets(workspace, workspace.user.email)).at(-1) ?? "";
  expect(await resetPassword(link, NEW_PASSWORD, callerAt(new Date()))).toBeNull();
  errorOf(await post(workspace, undefined, NEW_PASSWORD), "second_factor_required");
  const code = codeAt(secret, new Date());
  expect((await post(workspace, code, NEW_PASSWORD)).status).toBe(200);
});

test("a password reset on an address that was never verified removes every factor", async () => {
  const workspace = await createAccount();
  await givePasskey(contextAt(workspace, new Date()));
  await turnOnTwoStep(workspace);
  await requestPasswordReset(workspace.user.email, callerAt(new Date()));
  const link = (await linkSecrets(workspace, workspace.user.email)).at(-1) ?? "";
  expect(await resetPassword(link, NEW_PASSWORD, callerAt(new Date()))).not.toBeNull();
  const where = { where: { userId: workspace.user.id } };
  expect(await db().passkey.count(where)).toBe(0);
  expect(await db().recoveryCode.count(where)).toBe(0);
  expect((await post(workspace, undefined, NEW_PASSWORD)).status).toBe(200);
});

test("the secret of an app isn't stored in clear", async () => {
  const workspace = await createAccount();
  const { secret } = await turnOnTwoStep(workspace);
  const row = await db().authenticator.findUniqueOrThrow({ where: { userId: workspace.user.id } });
  expect(Buffer.from(row.sealedSecret).toString("latin1")).not.toContain(secret);
});
