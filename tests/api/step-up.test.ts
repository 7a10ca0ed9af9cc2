import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { type Context, mintContext, PROOF_LIFETIME_MS } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import {
  confirmAuthenticator,
  createRecoveryCodes,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { addPasskey, removePasskey, startPasskey } from "#lib/domain/accounts/factors/passkeys";
import { changeRole, removeMember } from "#lib/domain/accounts/members/change-members";
import { inviteMember } from "#lib/domain/accounts/members/invite-member";
import { changePassword, requirePassword } from "#lib/domain/accounts/password";
import { startProof } from "#lib/domain/accounts/prove-identity";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { createToken } from "#lib/domain/tokens/create-token";
import { CreatedTokenShape, PasskeyOptions } from "#tests/support/contract/account-endpoints";
import { callAccount, dataOf, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createAccount,
  jarOf,
  PASSWORD,
  signIn,
  startSession,
} from "#tests/support/factories/account-factories";
import { codeAt } from "#tests/support/factories/factor-codes";
import { givePasskey, turnOnTwoStep, wrongCodeAt } from "#tests/support/factories/factor-factories";
import { contextAt, type Workspace } from "#tests/support/factories/factories";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

const newToken = { name: "CI", scopes: ["forms:read"], expiresInDays: 30 };
const oldProof = { code: "reauthentication_required" };

/** A session with its last proof 16 minutes ago. */
async function staleSession(workspace: Workspace) {
  const sessionId = await startSession(workspace);
  const provenAt = new Date(Date.now() - 16 * 60_000);
  await db().session.update({ where: { id: sessionId }, data: { provenAt } });
  return jarOf(sessionId);
}

/** The context of a user with their last proof `ageMs` ago. */
function provenBefore(workspace: Workspace, ageMs: number): Context {
  const now = new Date();
  const { actor } = contextAt(workspace, new Date(now.getTime() - ageMs));
  return { ...workspace.ctx, actor, now };
}

const prove = (jar: object, body: unknown) =>
  callAccount("POST", "/api/account/prove", { jar, body });
const makeToken = (jar: object) =>
  callAccount("POST", "/api/account/tokens", { jar, body: newToken });

/** Actions that need a recent proof, whatever the account has. */
const GUARDED: readonly [string, (ctx: Context) => Promise<unknown>][] = [
  ["creating a token", (ctx) => createToken(ctx, { ...newToken, scopes: ["forms:read"] })],
  ["exporting the workspace", exportWorkspace],
  ["starting an authenticator", startAuthenticator],
  ["confirming an authenticator", (ctx) => confirmAuthenticator(ctx, "123456")],
  ["removing an authenticator", removeAuthenticator],
  ["creating recovery codes", createRecoveryCodes],
  ["starting a passkey", startPasskey],
  [
    "adding a passkey",
    (ctx) => {
      const asked = { challenge: "A".repeat(43), user: { id: newId() } };
      return addPasskey(ctx, { name: "Key", credential: new SoftwarePasskey().create(asked) });
    },
  ],
  ["removing a passkey", (ctx) => removePasskey(ctx, newId())],
  ["inviting a member", (ctx) => inviteMember(ctx, { email: "x@example.com", role: "member" })],
  ["removing a member", (ctx) => removeMember(ctx, newId(), { revokeTokens: true })],
  ["changing a role", (ctx) => changeRole(ctx, newId(), { role: "owner", revokeTokens: true })],
];

test.each(GUARDED)("%s needs a proof that is less than 15 minutes old", async (_what, run) => {
  const workspace = await createAccount();
  for (const age of [PROOF_LIFETIME_MS, 10 * PROOF_LIFETIME_MS])
    await expectRejection(run(provenBefore(workspace, age)), "reauthentication_required");
  const inTime = await run(provenBefore(workspace, PROOF_LIFETIME_MS - 1000)).catch(
    (error: unknown) => error,
  );
  expect(inTime).not.toMatchObject(oldProof);
});

const currentPassword = PASSWORD;
/** Actions that ask for the current password themselves. */
const WITH_PASSWORD: readonly [string, (ctx: Context) => Promise<unknown>][] = [
  [
    "changing the password",
    (ctx) => changePassword(ctx, { currentPassword, newPassword: "another long password" }, null),
  ],
  [
    "changing the email address",
    (ctx) => requestEmailChange(ctx, { currentPassword, email: `${newId()}@example.com` }),
  ],
  ["deleting the workspace", (ctx) => deleteWorkspace(ctx, { currentPassword })],
];

test.each(WITH_PASSWORD)(
  "%s takes the current password, and with two-step verification a recent proof too",
  async (_what, run) => {
    const [plain, secured] = [await createAccount(), await createAccount()];
    await run(provenBefore(plain, PROOF_LIFETIME_MS));
    await turnOnTwoStep(secured);
    await expectRejection(
      run(provenBefore(secured, PROOF_LIFETIME_MS)),
      "reauthentication_required",
    );
    await run(provenBefore(secured, PROOF_LIFETIME_MS - 1000));
  },
);

test("a proof is exactly one of password, code, and passkey; a password renews that of this session only", async () => {
  const workspace = await createAccount();
  const [jar, other] = [await staleSession(workspace), await staleSession(workspace)];
  errorOf(await makeToken(jar), "reauthentication_required");
  const download = await callAccount("GET", "/api/account/workspace-export", { jar });
  errorOf(download, "reauthentication_required");
  for (const body of [{}, { password: PASSWORD, code: "123456" }, { code: "" }, { password: 1 }])
    errorOf(await prove(jar, body), "validation_failed");
  errorOf(await prove(jar, { password: "wrong" }), "credentials_invalid");
  errorOf(await makeToken(jar), "reauthentication_required");
  expect((await prove(jar, { password: PASSWORD })).status).toBe(204);
  dataOf(await makeToken(jar), 201, CreatedTokenShape);
  errorOf(await makeToken(other), "reauthentication_required");
});

test("with two-step verification a code proves it, and a password doesn't", async () => {
  const workspace = await createAccount();
  const { secret, recoveryCode } = await turnOnTwoStep(workspace);
  const jar = await staleSession(workspace);
  expect((await callAccount("GET", "/api/account/prove", { jar })).json).toEqual({
    data: { asks: "code", hasPasskey: false, provider: null },
  });
  errorOf(await prove(jar, { password: PASSWORD }), "second_factor_required");
  errorOf(await prove(jar, { code: wrongCodeAt(secret, new Date()) }), "credentials_invalid");
  errorOf(await makeToken(jar), "reauthentication_required");
  const code = codeAt(secret, new Date());
  expect((await prove(jar, { code })).status).toBe(204);
  errorOf(await prove(jar, { code }), "credentials_invalid");
  dataOf(await makeToken(jar), 201, CreatedTokenShape);
  expect((await prove(jar, { code: recoveryCode })).status).toBe(204);
});

test("a passkey of the signed-in user proves it, with a challenge made for that", async () => {
  const [workspace, other] = [await createAccount(), await createAccount()];
  const passkey = await givePasskey(contextAt(workspace, new Date()));
  const foreign = await givePasskey(contextAt(other, new Date()));
  const jar = await staleSession(workspace);
  const ask = async () =>
    dataOf(
      await callAccount("POST", "/api/account/prove/passkey-options", { jar }),
      200,
      PasskeyOptions,
    );
  const options = await ask();
  expect(options.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
  const signInOptions = await callAccount("POST", "/api/account/sign-in/passkey-options");
  const wrong = [
    foreign.use(await ask()),
    passkey.use(await startProof(other.ctx)),
    passkey.use(dataOf(signInOptions, 200, PasskeyOptions)),
  ];
  for (const answer of wrong) errorOf(await prove(jar, { passkey: answer }), "credentials_invalid");
  errorOf(await makeToken(jar), "reauthentication_required");
  expect((await prove(jar, { passkey: passkey.use(await ask()) })).status).toBe(204);
  dataOf(await makeToken(jar), 201, CreatedTokenShape);
});

test("passwords and codes share one quota per user, including sign-in codes", async () => {
  const workspace = await createAccount();
  const jar = await staleSession(workspace);
  for (let times = 0; times < 5; times += 1)
    errorOf(await prove(jar, { password: "wrong" }), "credentials_invalid");
  const { secret } = await turnOnTwoStep(workspace);
  const code = wrongCodeAt(secret, new Date());
  for (let times = 0; times < 4; times += 1)
    errorOf(await prove(jar, { code }), "credentials_invalid");
  const body = { email: workspace.user.email, password: PASSWORD, code };
  errorOf(await callAccount("POST", "/api/account/sign-in", { body }), "credentials_invalid");
  errorOf(await prove(jar, { code: codeAt(secret, new Date()) }), "rate_limited");
  const elsewhere = await createAccount();
  expect((await signIn(elsewhere.user.email)).status).toBe(200);
});

const WINDOW_MS = 15 * 60_000;
const wrong = { currentPassword: "not the password" };

/** Everything that asks a signed-in user for the password. */
const ACTIONS: Record<string, (workspace: Workspace) => Promise<unknown>> = {
  "changing the password": ({ ctx }) =>
    changePassword(ctx, { ...wrong, newPassword: "another long password" }, null),
  "changing the address": ({ ctx }) =>
    requestEmailChange(ctx, { ...wrong, email: `new-${newId()}@example.com` }),
  "deleting the workspace": ({ ctx }) => deleteWorkspace(ctx, wrong),
  "a step-up": ({ ctx }) => requirePassword(ctx, wrong.currentPassword),
};

test("everything that asks for the password shares one quota: 10 failures in 15 minutes", async () => {
  const workspace = await createAccount();
  const actions = Object.entries(ACTIONS);
  for (let count = 0; count < 10; count += 1) {
    const [name, act] = actions[count % actions.length] ?? [];
    await expect(act?.(workspace), name).rejects.toMatchObject({ code: "credentials_invalid" });
  }
  for (const [name, act] of actions)
    await expect(act(workspace), name).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 900,
    });
  const right = requirePassword(workspace.ctx, PASSWORD);
  await expect(right, "also the right password").rejects.toMatchObject({ code: "rate_limited" });
  const later = contextAt(workspace, new Date(workspace.ctx.now.getTime() + WINDOW_MS));
  expect((await requirePassword(later, PASSWORD)).id).toBe(workspace.user.id);
});

test("at most 10 of 20 concurrent guesses are checked", async () => {
  const { ctx } = await createAccount();
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, () => requirePassword(ctx, "wrong")),
  );
  const codes = ends.map((end) => (end.status === "rejected" ? end.reason.code : "passed"));
  expect(codes.filter((code) => code === "credentials_invalid")).toHaveLength(10);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(10);
});

test("correct passwords don't count, and guesses in a session don't stop sign-ins", async () => {
  const { ctx, user } = await createAccount();
  const askAtOnce = (count: number, password: string) =>
    Promise.all(
      Array.from({ length: count }, () =>
        requirePassword(ctx, password).then(
          () => "passed",
          ({ code }) => code,
        ),
      ),
    );
  for (const count of [6, 6])
    expect(await askAtOnce(count, PASSWORD)).toEqual(Array(count).fill("passed"));
  expect(await askAtOnce(10, "wrong")).toEqual(Array(10).fill("credentials_invalid"));
  expect((await signIn(user.email)).status).toBe(200);
});

test("a token can't ask about a password", async () => {
  const { id } = await createAccount();
  const token = mintContext(id, { kind: "token", tokenId: newId() }, new Date());
  await expectRejection(requirePassword(token, PASSWORD), "session_required");
});
