import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import {
  confirmAuthenticator,
  createRecoveryCodes,
  getTwoStep,
  hasAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { SecondFactorRequired } from "#lib/domain/accounts/second-factor";
import { finishSignIn, signIn } from "#lib/domain/accounts/sign-in";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
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

/** An account that has turned on two-step verification now. */
async function secured() {
  const [workspace, now] = [await createAccount(), new Date()];
  return { workspace, now, ...(await turnOnTwoStep(workspace, now)) };
}

/** Resets the password by a link. */
async function reset({ user, ...workspace }: Workspace) {
  await requestPasswordReset(user.email, callerAt(new Date()));
  const link = (await linkSecrets(workspace, user.email)).at(-1) ?? "";
  return resetPassword(link, NEW_PASSWORD, callerAt(new Date()));
}

test("with two-step verification the password alone doesn't sign in", async () => {
  const { workspace, secret } = await secured();
  errorOf(await post(workspace), "second_factor_required");
  errorOf(await post(workspace, wrongCodeAt(secret, new Date())), "credentials_invalid");
  const code = codeAt(secret, new Date());
  errorOf(await post(workspace, code, "wrong password"), "credentials_invalid");
  expect(await db().session.count({ where: { userId: workspace.user.id } })).toBe(0);
  expect((await post(workspace, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
});

test("a code works once, within 30 seconds of its time, and not after a later one", async () => {
  const { workspace, now, secret } = await secured();
  const codeOf = (steps: number) => codeAt(secret, new Date(now.getTime() + steps * STEP_MS));
  for (const steps of [-2, 2])
    await expectRejection(enter(workspace, codeOf(steps), now), "credentials_invalid");
  await enter(workspace, codeOf(-1), now);
  await expectRejection(enter(workspace, codeOf(-1), now), "credentials_invalid");
  await enter(workspace, codeOf(1), now);
  await expectRejection(enter(workspace, codeOf(0), now), "credentials_invalid");
});

test("of several concurrent uses of one code, one succeeds", async () => {
  const { workspace, now, secret, recoveryCode } = await secured();
  for (const code of [codeAt(secret, now), recoveryCode]) {
    const ends = await Promise.allSettled([1, 2, 3].map(() => enter(workspace, code, now)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("a recovery code works once, however it's typed, is emailed about and recorded", async () => {
  const { workspace, now, recoveryCode, recoveryCodes } = await secured();
  expect(recoveryCodes).toHaveLength(10);
  const typed = ` ${recoveryCode.replaceAll("-", " ").toUpperCase()} `;
  await enter(workspace, typed, now);
  await expectRejection(enter(workspace, recoveryCode, now), "credentials_invalid");
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
  const { workspace, now, recoveryCodes } = await secured();
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
    await expectRejection(enter(workspace, code, now), "credentials_invalid");
  await enter(workspace, renewed, now);
  expect(await purposesOf(workspace)).toContain("recovery_codes_created");
});

test("a wrong code counts as a failed sign-in, and a missing one doesn't", async () => {
  const { workspace, secret } = await secured();
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
  const { workspace, now: start, secret, recoveryCodes } = await secured();
  const [first = "", second = ""] = recoveryCodes;
  const pending = await firstStep(workspace, start);
  const at = (ms: number) => callerAt(new Date(start.getTime() + ms));
  await expectRejection(finishSignIn(pending, first, at(300_000)), "second_factor_required");
  await expectRejection(
    finishSignIn(pending, wrongCodeAt(secret, start), at(0)),
    "credentials_invalid",
  );
  expect((await finishSignIn(pending, first, at(299_999))).account.user).toEqual(workspace.user);
  await db().user.update({ where: { id: workspace.user.id }, data: { passwordHash: "changed" } });
  await expectRejection(finishSignIn(pending, second, at(0)), "second_factor_required");
});

test("nothing is on before a first code, and a second app can't be added beside it", async () => {
  const workspace = await createAccount();
  const ctx = contextAt(workspace, new Date());
  const { id } = workspace.user;
  const abandoned = await startAuthenticator(ctx);
  const { secret, uri } = await startAuthenticator(ctx);
  expect(uri).toContain(`secret=${secret}`);
  for (const wrong of [codeAt(abandoned.secret, ctx.now), wrongCodeAt(secret, ctx.now)])
    await expectRejection(confirmAuthenticator(ctx, wrong), "credentials_invalid");
  expect(await hasAuthenticator(db(), id)).toBe(false);
  expect((await post(workspace)).status).toBe(200);
  await expectRejection(createRecoveryCodes(ctx), "validation_failed");
  await confirmAuthenticator(ctx, codeAt(secret, ctx.now));
  await expectRejection(startAuthenticator(ctx), "validation_failed");
  await expectRejection(confirmAuthenticator(ctx, codeAt(secret, ctx.now)), "credentials_invalid");
});

test("turned off, the password is enough again and recovery codes are gone", async () => {
  const { workspace } = await secured();
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
  const { workspace, secret } = await secured();
  const { id } = workspace.user;
  await db().user.update({ where: { id }, data: { verifiedAt: new Date(0) } });
  expect(await reset(workspace)).toBeNull();
  errorOf(await post(workspace, undefined, NEW_PASSWORD), "second_factor_required");
  const code = codeAt(secret, new Date());
  expect((await post(workspace, code, NEW_PASSWORD)).status).toBe(200);
});

test("a password reset on an address that was never verified removes every factor", async () => {
  const { workspace } = await secured();
  await givePasskey(contextAt(workspace, new Date()));
  // As 1.0.0 let them: factors before the address was confirmed.
  await db().user.update({ where: { id: workspace.user.id }, data: { verifiedAt: null } });
  expect(await reset(workspace)).not.toBeNull();
  const where = { where: { userId: workspace.user.id } };
  expect(await db().passkey.count(where)).toBe(0);
  expect(await db().recoveryCode.count(where)).toBe(0);
  expect((await post(workspace, undefined, NEW_PASSWORD)).status).toBe(200);
});

test("the secret of an app isn't stored in clear", async () => {
  const { workspace, secret } = await secured();
  const row = await db().authenticator.findUniqueOrThrow({ where: { userId: workspace.user.id } });
  expect(Buffer.from(row.sealedSecret).toString("latin1")).not.toContain(secret);
});
