import { expect, test } from "vitest";
import type { Context } from "#lib/core/context";
import {
  confirmAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { startPasskey } from "#lib/domain/accounts/factors/passkeys";
import { inviteMember } from "#lib/domain/accounts/members/invite-member";
import { createToken } from "#lib/domain/tokens/create-token";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { createAccount, signUp } from "#tests/support/factories/account-factories";
import { givePasskey } from "#tests/support/factories/factor-factories";

const TOKEN = { name: "CI", scopes: ["forms:read" as const], expiresInDays: 30 };

const FURTHER_WAYS: readonly [string, (ctx: Context) => Promise<unknown>][] = [
  ["a token", (ctx) => createToken(ctx, TOKEN)],
  ["an authenticator app", startAuthenticator],
  ["an authenticator app that was started before", (ctx) => confirmAuthenticator(ctx, "000000")],
  ["a passkey", startPasskey],
  ["a passkey's response", (ctx) => givePasskey(ctx)],
  ["an invitation", (ctx) => inviteMember(ctx, { email: "colleague@example.com", role: "member" })],
];

test.each(FURTHER_WAYS)(
  "an account can’t add %s before its address is confirmed",
  async (_, add) => {
    const { ctx, user } = await createAccount({ isConfirmed: false });
    await expectRejection(add(ctx), "address_unconfirmed", {
      message: `Confirm your email address first: open the link that was sent to ${user.email}.`,
    });
  },
);

test("creating a token right after signing up is rejected with what to do first", async () => {
  const { jar } = await signUp();
  const body = { name: "CI", scopes: ["forms:read"] };
  const answer = await callAccount("POST", "/api/account/tokens", { jar, body });
  expect(answer.status).toBe(403);
  errorOf(answer, "address_unconfirmed");
});
