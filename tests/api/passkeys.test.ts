import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  startPasskey,
} from "#lib/domain/accounts/factors/passkeys";
import {
  consumeChallenge,
  createChallenge,
  passkeyOptions,
} from "#lib/domain/accounts/factors/webauthn";
import { startPasskeySignIn } from "#lib/domain/accounts/sign-in";
import { PasskeyOptions } from "#tests/support/contract/account-endpoints";
import { callAccount, dataOf, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { holdLocks, untilWaiting } from "#tests/support/drills/lock-waits";
import { createAccount } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { givePasskey, turnOnTwoStep } from "#tests/support/factories/factor-factories";
import {
  callerAt,
  contextAt,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";
import { createAttester } from "#tests/support/twins/certificates";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

let networks = 0;

/** A challenge, as from the sign-in page of a network that no other test uses. */
function challenge(now = new Date()) {
  networks += 1;
  return startPasskeySignIn(callerAt(now, `2001:db8:${networks}::${process.pid}`));
}

const send = (passkey: unknown) =>
  callAccount("POST", "/api/account/sign-in/passkey", { body: { passkey } });
const refused = async (passkey: unknown) => errorOf(await send(passkey), "credentials_invalid");
const ctxOf = (workspace: Workspace) => contextAt(workspace, new Date());

test("a passkey is a full sign-in: without address, password, or code", async () => {
  const workspace = await createAccount();
  const passkey = await givePasskey(ctxOf(workspace));
  await turnOnTwoStep(workspace);
  const given = await callAccount("POST", "/api/account/sign-in/passkey-options");
  const options = dataOf(given, 200, PasskeyOptions);
  expect(options.allowCredentials).toEqual([]);
  const jar = {};
  const answer = await callAccount("POST", "/api/account/sign-in/passkey", {
    jar,
    body: { passkey: passkey.use(options) },
  });
  expect(answer.json).toMatchObject({ data: { user: workspace.user } });
  expect((await callAccount("GET", "/api/account", { jar })).status).toBe(200);
  const [listed] = await listPasskeys(workspace.ctx);
  expect(listed?.lastUsedAt).not.toBeNull();
  expect(await auditEntriesOf(workspace, "account.signed_in")).toHaveLength(1);
});

test("a challenge for one purpose doesn't work for another", async () => {
  const workspace = await createAccount();
  const { id: userId } = workspace.user;
  const now = new Date();
  const purposes = ["add", "prove", "sign_in"] as const;
  for (const made of purposes)
    for (const used of purposes) {
      const toPurpose = (purpose: (typeof purposes)[number]) =>
        purpose === "sign_in" ? ({ purpose, userId: null } as const) : { purpose, userId };
      const bytes = await createChallenge(toPurpose(made), now);
      const text = Buffer.from(bytes).toString("base64url");
      const data = Buffer.from(JSON.stringify({ challenge: text })).toString("base64url");
      const consumed = consumeChallenge(toPurpose(used), data, now);
      if (made === used) expect(await consumed).toBe(text);
      else await expectRejection(consumed, "credentials_invalid");
    }
});

test("a challenge signs in once, within 5 minutes, and only if we made it", async () => {
  const passkey = await givePasskey(ctxOf(await createAccount()));
  const old = await challenge(new Date(Date.now() - 5 * 60_000));
  await refused(passkey.use(old));
  await refused(passkey.use({ challenge: "A".repeat(43) }));
  const options = await challenge();
  const answers = await Promise.all([1, 2, 3].map(() => send(passkey.use(options))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  const spent = await challenge();
  await refused(passkey.use(spent, { origin: "https://evil.example" }));
  await refused(passkey.use(spent));
});

test.each([
  ["of another origin", { origin: "https://localhost:3000" }],
  ["of another host", { rpId: "evil.example" }],
  ["without user verification", { isVerified: false }],
  ["of another ceremony", { type: "webauthn.create" }],
])("an answer %s is rejected, at sign-in and for a new passkey", async (_what, lies) => {
  const ctx = ctxOf(await createAccount());
  const passkey = await givePasskey(ctx);
  await refused(passkey.use(await challenge(), lies));
  const answer = new SoftwarePasskey().create(await startPasskey(ctx), {
    ...lies,
    ...("type" in lies ? { type: "webauthn.get" } : {}),
  });
  await expectRejection(
    addPasskey(ctx, { name: "New", credential: answer }),
    "credentials_invalid",
  );
  expect((await send(passkey.use(await challenge()))).status).toBe(200);
});

test("an unknown passkey, a foreign signature, and another user's handle are rejected", async () => {
  const [passkey, other] = [
    await givePasskey(ctxOf(await createAccount())),
    await givePasskey(ctxOf(await createAccount())),
  ];
  await refused(new SoftwarePasskey().use(await challenge()));
  const asked = await challenge();
  const [own, foreign] = [passkey.use(asked), other.use(asked)];
  const { signature, userHandle } = foreign.response;
  for (const part of [{ signature }, { userHandle }, { userHandle: null }]) {
    const options = await challenge();
    const answer = passkey.use(options);
    await refused({ ...answer, response: { ...answer.response, ...part } });
  }
  await refused({ ...own, id: other.id, rawId: other.id });
});

test("a passkey with a counter that didn't grow is rejected as a copy", async () => {
  const passkey = await givePasskey(ctxOf(await createAccount()));
  passkey.counter = 5;
  expect((await send(passkey.use(await challenge()))).status).toBe(200);
  for (const counter of [5, 4, 0]) {
    passkey.counter = counter;
    await refused(passkey.use(await challenge()));
  }
  passkey.counter = 6;
  expect((await send(passkey.use(await challenge()))).status).toBe(200);
});

test("garbage returns 401 or 422, never a server error", async () => {
  const passkey = await givePasskey(ctxOf(await createAccount()));
  const answer = passkey.use(await challenge());
  for (const [part, value] of [
    ["clientDataJSON", "e30"],
    ["clientDataJSON", "x"],
    ["clientDataJSON", Buffer.from('{"challenge":1}').toString("base64url")],
    ["authenticatorData", "AA"],
    ["signature", "AA"],
  ] as const)
    await refused({ ...answer, response: { ...answer.response, [part]: value } });
  errorOf(await send({ ...answer, id: "ü" }), "validation_failed");
  errorOf(await send({}), "validation_failed");
});

test("the challenges of one network are limited", async () => {
  const caller = callerAt(new Date(), `2001:db8:ffff::${process.pid}`);
  for (let times = 0; times < 50; times += 1) await startPasskeySignIn(caller);
  await expectRejection(startPasskeySignIn(caller), "rate_limited");
});

test("a challenge for a new passkey belongs to its user and is replaced by the next one", async () => {
  const [mine, theirs] = [ctxOf(await createAccount()), ctxOf(await createAccount())];
  const passkey = new SoftwarePasskey();
  const add = (ctx: typeof mine, answer: ReturnType<typeof passkey.create>) =>
    addPasskey(ctx, { name: "Key", credential: answer });
  const first = passkey.create(await startPasskey(mine));
  await expectRejection(add(theirs, first), "credentials_invalid");
  const second = passkey.create(await startPasskey(mine));
  await expectRejection(add(mine, first), "credentials_invalid");
  await add(mine, second);
  await expectRejection(add(mine, second), "credentials_invalid");
  const stolen = passkey.create(await startPasskey(theirs));
  await expectRejection(add(theirs, stolen), "credentials_invalid");
  const signIn = passkey.create({ ...(await challenge()), user: { id: newId() } });
  await expectRejection(add(mine, signIn), "credentials_invalid");
});

test("of two concurrent uses with the same counter, one is accepted", async () => {
  const workspace = await createAccount();
  const passkey = await givePasskey(ctxOf(workspace));
  passkey.counter = 7;
  const uses = [await challenge(), await challenge()].map((options) => passkey.use(options));
  const { id: userId } = workspace.user;
  // Both have read the counter before either writes it.
  const holder = await holdLocks("SELECT FROM passkeys WHERE user_id = $1 FOR UPDATE", [userId]);
  const answers = Promise.all(uses.map((use) => send(use)));
  await untilWaiting(answers, 2n);
  await holder.query("COMMIT");
  const statuses = (await answers).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 401]);
});

test("browsers are asked to verify the person, when a passkey is created and when it's used", async () => {
  const ctx = ctxOf(await createAccount());
  expect(await startPasskey(ctx)).toMatchObject({
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  });
  const options = await passkeyOptions({ purpose: "sign_in", userId: null }, [], new Date());
  expect(options).toMatchObject({ userVerification: "required" });
});

test("an attestation with certificates is rejected, even a valid one: checking it could mean requests", async () => {
  const ctx = ctxOf(await createAccount());
  const attester = await createAttester();
  const response = new SoftwarePasskey().create(await startPasskey(ctx), { attester });
  await expectRejection(
    addPasskey(ctx, { name: "Key", credential: response }),
    "credentials_invalid",
  );
});

test("an account has at most 10 passkeys, even when two are added at once", async () => {
  const workspace = await createAccount();
  const ctx = ctxOf(workspace);
  for (let count = 0; count < 9; count += 1) await givePasskey(ctx, `Key ${count}`);
  const answer = new SoftwarePasskey().create(await startPasskey(ctx));
  const row = await db().passkey.findFirstOrThrow({ where: { userId: workspace.user.id } });
  await db().passkey.create({ data: { ...row, id: newId(), credentialId: "another" } });
  await expectRejection(
    addPasskey(ctx, { name: "Key 10", credential: answer }),
    "passkey_limit_reached",
  );
  await expectRejection(startPasskey(ctx), "passkey_limit_reached");
});

test("only its owner removes a passkey, which then signs in no more", async () => {
  const [workspace, other] = [await createAccount(), await createWorkspace()];
  const passkey = await givePasskey(ctxOf(workspace), "Laptop");
  const [{ id } = { id: "" }] = await listPasskeys(workspace.ctx);
  await expectRejection(removePasskey(ctxOf(other), id), "not_found");
  expect((await send(passkey.use(await challenge()))).status).toBe(200);
  await removePasskey(ctxOf(workspace), id);
  await refused(passkey.use(await challenge()));
  for (const action of ["account.passkey_added", "account.passkey_removed"] as const)
    expect(await auditEntriesOf(workspace, action)).toMatchObject([
      { subjectId: id, subjectName: "Laptop" },
    ]);
  const emails = await queuedEmails(workspace);
  expect(emails.map(({ data }) => data)).toMatchObject([
    { purpose: "passkey_added", name: "Laptop" },
    { purpose: "new_sign_in" },
    { purpose: "passkey_removed", name: "Laptop" },
  ]);
});
