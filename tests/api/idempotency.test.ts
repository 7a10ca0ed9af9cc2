import { v7, validate, version } from "uuid";
import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { IdempotencyKey } from "#lib/core/ids";
import { CreateDestinationInput } from "#lib/domain/endpoints/destination-schema";
import { listDestinations } from "#lib/domain/endpoints/destinations";
import { createDestination } from "#lib/domain/endpoints/save-destination";
import { rotateWebhookSecret, saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { WebhookWithSecret } from "#lib/domain/endpoints/schema";
import { getWebhook } from "#lib/domain/endpoints/store";
import { createForm } from "#lib/domain/forms/create-form";
import { deleteForm, getForm, listForms, rotateFormKey } from "#lib/domain/forms/forms";
import { authenticateToken } from "#lib/domain/tokens/authenticate-token";
import { createToken } from "#lib/domain/tokens/create-token";
import { listTokens, revokeToken } from "#lib/domain/tokens/tokens";
import { expectRejection } from "#tests/support/contract/rejection";
import { DESTINATION_URLS } from "#tests/support/factories/destination-factories";
import {
  callerAt,
  createForm as createSomeForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

const MINUTE_MS = 60_000;
const newKey = () => IdempotencyKey.parse(v7());

async function setUp() {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const recipientIds = [(await createVerifiedRecipient(workspace)).id];
  const minutesLater = (minutes: number) => new Date(ctx.now.getTime() + minutes * MINUTE_MS);
  const later = (minutes: number) => ({ ...ctx, now: minutesLater(minutes) });
  return { workspace, ctx, later, recipientIds };
}

test("creates one form for concurrent requests with the same key", async () => {
  const { ctx, recipientIds } = await setUp();
  const key = newKey();
  const create = () => createForm(ctx, { name: "Once", recipientIds }, key);
  const created = await Promise.all([create(), create(), create()]);
  expect(new Set(created.map(({ id, publicKey }) => `${id} ${publicKey}`)).size).toBe(1);
  expect((await listForms(ctx, { limit: 25 })).data).toHaveLength(1);
});

test("creates one destination for concurrent requests with the same key, and shows its secret to each", async () => {
  const { workspace, ctx } = await setUp();
  const form = await createSomeForm(workspace);
  const key = newKey();
  const input = CreateDestinationInput.parse({ kind: "webhook", url: DESTINATION_URLS.webhook });
  const create = () => createDestination(ctx, form.id, input, key);
  const created = await Promise.all([create(), create(), create()]);
  expect(new Set(created.map(({ id, signingSecret }) => `${id} ${signingSecret}`)).size).toBe(1);
  expect(created[0]?.signingSecret).toMatch(/^whsec_/);
  expect(await listDestinations(ctx, form.id)).toHaveLength(1);
});

test("rejects different input with a used key", async () => {
  const { ctx, recipientIds } = await setUp();
  const key = newKey();
  const { id } = await createForm(ctx, { name: "Contact", recipientIds }, key);
  await expectRejection(
    createForm(ctx, { name: "Contact us", recipientIds }, key),
    "idempotency_key_reused",
    { message: expect.stringContaining("“Contact”") },
  );
  expect((await getForm(ctx, id)).name).toBe("Contact");
  await deleteForm(ctx, id);
  const again = createForm(ctx, { name: "Contact", recipientIds }, key);
  await expect(again).rejects.toThrow("has since been deleted");
});

test("accepts a key again after a rejected request", async () => {
  const { ctx, recipientIds } = await setUp();
  const key = newKey();
  const wrong = createForm(ctx, { name: "Contact", recipientIds: [v7()] }, key);
  await expectRejection(wrong, "recipient_not_verified");
  expect((await createForm(ctx, { name: "Contact", recipientIds }, key)).name).toBe("Contact");
});

test("a key doesn't choose or reveal ids and doesn't reach another workspace's forms", async () => {
  const [mine, theirs] = [await setUp(), await setUp()];
  const foreign = await createSomeForm(theirs.workspace, { name: "Theirs" });
  const create = ({ ctx, recipientIds }: typeof mine, key: string) =>
    createForm(ctx, { name: "Mine", recipientIds }, IdempotencyKey.parse(key));
  const [taken, free] = [await create(mine, foreign.id), await create(mine, v7())];
  expect(taken.name, "a used id gets the same response as a free one").toBe(free.name);
  expect([taken.id, free.id]).not.toContain(foreign.id);
  expect((await getForm(theirs.ctx, foreign.id)).name).toBe("Theirs");
  for (const { id } of [taken, free]) expect([validate(id), version(id)]).toEqual([true, 7]);
  const both = newKey();
  const [one, other] = [await create(mine, both), await create(theirs, both)];
  expect(one.id, "the same key in two workspaces").not.toBe(other.id);
});

test.each([
  "",
  "x",
  "00000000-0000-4000-8000-000000000000",
  "01A00000-0000-7000-8000-00000000000Z",
])("rejects %j as an idempotency key", (text) => {
  expect(IdempotencyKey.safeParse(text).success).toBe(false);
});

test("doesn't rotate a public key again when the request is repeated", async () => {
  const { workspace, ctx } = await setUp();
  const { id, publicKey } = await createSomeForm(workspace);
  const rotated = await rotateFormKey(ctx, id, publicKey);
  expect(rotated.publicKey).not.toBe(publicKey);
  expect((await rotateFormKey(ctx, id, publicKey)).publicKey).toBe(rotated.publicKey);
  expect((await rotateFormKey(ctx, id)).publicKey).not.toBe(rotated.publicKey);
});

const TOKEN = { name: "CRM", scopes: ["forms:read" as const], expiresInDays: 30 };

test("a repeated request replaces the token's secret instead of creating a second token", async () => {
  const { ctx, later } = await setUp();
  const key = newKey();
  const lost = await createToken(ctx, TOKEN, key);
  const again = await createToken(later(9), TOKEN, key);
  expect(again).toMatchObject({
    id: lost.id,
    createdAt: lost.createdAt,
    prefix: again.token.slice(0, 12),
  });
  expect((await listTokens(ctx)).map(({ id }) => id)).toEqual([lost.id]);
  const authenticate = (token: string) => authenticateToken(`Bearer ${token}`, callerAt(ctx.now));
  expect((await authenticate(again.token)).ctx.workspaceId).toBe(ctx.workspaceId);
  await expectRejection(authenticate(lost.token), "token_invalid");
});

test("never replaces a token's secret that may be in use", async () => {
  const { ctx, later } = await setUp();
  const key = newKey();
  const { id, token } = await createToken(ctx, TOKEN, key);
  const repeatFails = (change: Partial<typeof TOKEN> = {}, at = ctx) =>
    expectRejection(createToken(at, { ...TOKEN, ...change }, key), "idempotency_key_reused");
  await repeatFails({ name: "Shop" });
  await repeatFails({ expiresInDays: 31 });
  await repeatFails({}, later(10));
  await db().token.updateMany({ where: { id }, data: { lastUsedAt: ctx.now } });
  await repeatFails();
  const used = await authenticateToken(`Bearer ${token}`, callerAt(ctx.now));
  expect(used.ctx.workspaceId).toBe(ctx.workspaceId);
  await db().token.updateMany({ where: { id }, data: { lastUsedAt: null } });
  await revokeToken(ctx, id);
  await repeatFails();
  expect(await listTokens(ctx)).toHaveLength(1);
});

const RECEIVER = { url: "https://www.example.com/hook", enabled: true };

test("a repeated request returns the same webhook secret for 10 minutes", async () => {
  const { workspace, ctx, later } = await setUp();
  const { id } = await createSomeForm(workspace);
  const key = newKey();
  const [first, second] = await Promise.all([
    saveWebhook(ctx, id, RECEIVER, key),
    saveWebhook(ctx, id, RECEIVER, key),
  ]);
  expect(WebhookWithSecret.parse(first)).toEqual(WebhookWithSecret.parse(second));
  await expectRejection(saveWebhook(later(10), id, RECEIVER, key), "revision_conflict");
  await expectRejection(saveWebhook(ctx, id, RECEIVER, newKey()), "revision_conflict");
  const elsewhere = { ...RECEIVER, url: "https://www.example.com/other" };
  await expectRejection(saveWebhook(ctx, id, elsewhere, key), "revision_conflict");
  const { revision } = first;
  const saved = await saveWebhook(ctx, id, { ...RECEIVER, revision }, key);
  expect(saved, "an update returns no secret").not.toHaveProperty("signingSecret");
});

test("rotates a webhook secret once per key and returns it again for 10 minutes", async () => {
  const { workspace, ctx, later } = await setUp();
  const { id } = await createSomeForm(workspace);
  const { revision } = await saveWebhook(ctx, id, RECEIVER);
  const key = newKey();
  const rotate = (at = ctx, under = key) => rotateWebhookSecret(at, id, { revision }, under);
  const [first, second] = await Promise.all([rotate(), rotate()]);
  expect(second).toEqual(first);
  expect((await getWebhook(ctx, id))?.revision).toBe(first.revision);
  await expectRejection(rotate(ctx, newKey()), "revision_conflict");
  await expectRejection(rotate(later(10)), "revision_conflict");
  const next = await rotateWebhookSecret(ctx, id, { revision: first.revision });
  expect(next.signingSecret).not.toBe(first.signingSecret);
  await expectRejection(rotate(), "revision_conflict");
});
