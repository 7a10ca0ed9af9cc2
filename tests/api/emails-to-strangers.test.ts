import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { mailboxKey } from "#lib/core/mailbox-key";
import { inviteMember } from "#lib/domain/accounts/members/invite-member";
import { signUp } from "#lib/domain/accounts/sign-up";
import { removeRecipient } from "#lib/domain/emails/remove-recipient";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { callApi, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { PASSWORD } from "#tests/support/factories/account-factories";
import {
  callerAt,
  contextAt,
  createForm,
  createToken,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";
import { changeSettings } from "#tests/support/setup/change-settings";

const HOUR_MS = 3_600_000;
const stranger = () => `stranger-${newId()}@example.com`;
const later = (workspace: Workspace, ms: number) =>
  contextAt(workspace, new Date(workspace.ctx.now.getTime() + ms));

/** The same workspace, used from another network. */
function from({ ctx }: Workspace, network: string) {
  const { caller } = ctx;
  if (!caller) throw new Error("a member has a caller");
  return { ...ctx, caller: { ...caller, address: network, network } };
}

/** Adds a recipient and removes it, which leaves room for the next one. */
async function addAndRemove(ctx: Workspace["ctx"], email = stranger()): Promise<void> {
  const { id } = await addRecipient(ctx, { email });
  await removeRecipient(ctx, id);
}

async function addMany(ctx: Workspace["ctx"], count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await addAndRemove(ctx);
}

test("a workspace has 20 confirmation emails an hour and 60 a day sent, however often recipients are removed", async () => {
  const workspace = await createWorkspace();
  for (const hour of [0, 1, 2]) {
    const ctx = later(workspace, hour * HOUR_MS);
    await addMany(ctx, 20);
    await expectRejection(addRecipient(ctx, { email: stranger() }), "verification_cooldown", {
      retryAfterSeconds: hour < 2 ? 3600 : 22 * 3600,
    });
  }
  await addAndRemove(later(workspace, 24 * HOUR_MS));
});

test("a network has 20 confirmation emails an hour sent, over all its workspaces and accounts", async () => {
  changeSettings({ signUpRateLimit: 20 });
  const network = `198.51.100.${newId()}`;
  const [one, two] = [await createWorkspace(), await createWorkspace()];
  await addMany(from(one, network), 11);
  await addMany(from(two, network), 9);
  const more = addRecipient(from(two, network), { email: stranger() });
  await expectRejection(more, "verification_cooldown", { retryAfterSeconds: 3600 });
  await addAndRemove(from(two, `${network}9`));
});

test("concurrent requests can't exceed a workspace's quota", async () => {
  const workspace = await createWorkspace();
  await addMany(workspace.ctx, 12);
  const adds = Array.from({ length: 16 }, () => addRecipient(workspace.ctx, { email: stranger() }));
  const ends = await Promise.allSettled(adds);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
});

test("a mailbox is one, whatever its addresses' tags and case", async () => {
  const name = newId();
  const workspaces = await Promise.all(Array.from({ length: 6 }, () => createWorkspace()));
  const spelled = (index: number) => ({ email: `V${name}+${index}@Example.com` });
  for (const [index, { ctx }] of workspaces.slice(0, 5).entries())
    await addAndRemove(ctx, spelled(index).email);
  const [last] = workspaces.slice(5);
  if (!last) throw new Error("there are six");
  await expectRejection(addRecipient(last.ctx, spelled(9)), "verification_cooldown");
  expect(mailboxKey("+tag@example.com")).not.toBe(mailboxKey("@example.com"));
});

test("one workspace alone can't keep others from writing to an address", async () => {
  const [noisy, other] = [await createWorkspace(), await createWorkspace()];
  const email = stranger();
  for (let count = 0; count < 3; count += 1) await addAndRemove(noisy.ctx, email);
  await expectRejection(addRecipient(noisy.ctx, { email }), "verification_cooldown");
  await addRecipient(other.ctx, { email });
});

test("a workspace and a network have 60 invitations a day sent", async () => {
  const workspace = await createWorkspace();
  const invite = (ms: number) =>
    inviteMember(later(workspace, ms), { email: stranger(), role: "member" });
  for (const hour of [0, 1])
    for (let count = 0; count < 20; count += 1) await invite(hour * HOUR_MS + count);
  await expectRejection(invite(HOUR_MS + 20), "rate_limited");
});

test("an account whose address isn't confirmed has no email or call sent to others, nor has a token of its workspace", async () => {
  const workspace = await createWorkspace({ isConfirmed: false });
  const { ctx } = workspace;
  const email = stranger();
  await expectRejection(addRecipient(ctx, { email }), "address_unconfirmed");
  const token = await createToken(workspace);
  const form = await createForm(workspace);
  const calls = [
    callApi("POST", "/v1/recipients", { token, body: { email } }),
    callApi("POST", `/v1/forms/${form.id}/webhook`, {
      token,
      body: { url: "https://example.com/hook", enabled: true },
    }),
    callApi("POST", `/v1/forms/${form.id}/destinations`, {
      token,
      body: { kind: "webhook", url: "https://example.com/hook" },
    }),
  ];
  for (const answer of await Promise.all(calls)) {
    expect(answer.status).toBe(403);
    expect(errorOf(answer, "address_unconfirmed").message).toContain("confirm");
  }
  const webhook = { url: "https://example.com/hook", enabled: true };
  await expectRejection(saveWebhook(ctx, form.id, webhook), "address_unconfirmed");
  expect(await queuedEmails(workspace)).toEqual([]);
});

test("a new account works without its email once its network has used up its emails", async () => {
  changeSettings({ signUpRateLimit: 20 });
  const network = `198.51.100.${newId()}`;
  await addMany(from(await createWorkspace(), network), 20);
  const signUpFrom = (address: string) => {
    const input = { email: stranger(), password: PASSWORD, workspaceName: "Example" };
    return signUp(input, callerAt(new Date(), address));
  };
  const { account } = await signUpFrom(network);
  expect(await queuedEmails(account.workspace)).toEqual([]);
  const elsewhere = await signUpFrom(`${network}9`);
  expect(await queuedEmails(elsewhere.account.workspace)).toHaveLength(1);
});
