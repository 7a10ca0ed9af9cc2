import { expect, test } from "vitest";
import { requestEmailChange } from "#lib/accounts/change-email";
import { changePassword, requirePassword } from "#lib/accounts/password";
import { deleteWorkspace } from "#lib/accounts/workspace";
import { mintContext } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { createAccount, PASSWORD, signIn } from "#tests/support/factories/account-factories";
import { contextAt, type Workspace } from "#tests/support/factories/factories";

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
  for (let count = 0; count < 12; count += 1) await requirePassword(ctx, PASSWORD);
  for (let count = 0; count < 10; count += 1)
    await expect(requirePassword(ctx, "wrong")).rejects.toMatchObject({
      code: "credentials_invalid",
    });
  expect((await signIn(user.email)).status).toBe(200);
});

test("a token can't ask about a password", async () => {
  const { id } = await createAccount();
  const token = mintContext(id, { kind: "token", tokenId: newId() }, new Date());
  await expect(requirePassword(token, PASSWORD)).rejects.toMatchObject({
    code: "session_required",
  });
});
