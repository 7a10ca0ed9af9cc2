import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { objectStore } from "#lib/adapters/files/object-store";
import { mintContext } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { rotateDestinationSecret } from "#lib/domain/endpoints/save-destination";
import { createForm as createFormVerb } from "#lib/domain/forms/create-form";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { findVerification } from "#lib/domain/recipients/verification";
import { objectKey } from "#lib/domain/submissions/store";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { postVisit, rejectionCode, submitTo } from "#tests/support/contract/intake";
import {
  createAccount,
  PASSWORD,
  signedIn,
  signIn,
} from "#tests/support/factories/account-factories";
import { addDestination } from "#tests/support/factories/destination-factories";
import { createForm, createToken, type Workspace } from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { maintain } from "#tests/support/factories/maintain";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { linkSecrets } from "#tests/support/factories/queued-emails";

const HOUR_MS = 3_600_000;

/** A workspace with data of every kind and nothing sent yet. */
async function setUp() {
  await emptyOutbox();
  const workspace = await createAccount();
  const form = await createForm(workspace);
  await createWebhook(workspace, form);
  const id = await submitTo(form);
  const file = await createAttachment(workspace, { id });
  await addRecipient(workspace.ctx, { email: `new-${workspace.id}@example.com` });
  const destroy = () => deleteWorkspace(workspace.ctx, { currentPassword: PASSWORD });
  return { workspace, form, id, file, destroy };
}

/** Rows of a workspace in every table that has a workspace. */
async function rowsOf({ id }: Workspace): Promise<number> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'workspace_id'`;
  const own = tables.map(({ name }) => `SELECT FROM ${name} WHERE workspace_id = '${id}'`);
  const all = [`SELECT FROM workspaces WHERE id = '${id}'`, ...own].join(" UNION ALL ");
  const [row] = await db().$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM (${all}) rows`,
  );
  return row?.count ?? -1;
}

test("a deleted workspace immediately rejects sessions, tokens, submissions, sign-ins, and links", async () => {
  const { workspace, form, id, destroy } = await setUp();
  const jar = await signedIn(workspace);
  const token = await createToken(workspace);
  const [secret = ""] = await linkSecrets(workspace, `new-${workspace.id}@example.com`);
  expect((await postVisit(form.publicKey, { json: { message: "kept in memory" } })).status).toBe(
    200,
  );
  await destroy();
  errorOf(await callAccount("GET", "/api/account", { jar }), "session_required");
  errorOf(await callApi("GET", "/v1/token", { token }), "token_invalid");
  errorOf(await callApi("GET", `/v1/submissions/${id}`, { token }), "token_invalid");
  expect(await rejectionCode(await postVisit(form.publicKey, { json: { a: "b" } }))).toBe(
    "not_found",
  );
  errorOf(await signIn(workspace.user.email), "credentials_invalid");
  expect(await findVerification(secret, new Date())).toEqual({ state: "invalid" });
});

test("a workspace deletion immediately deletes the secrets of webhooks, destinations, and Turnstile widgets", async () => {
  const { workspace, form, destroy } = await setUp();
  await createVerifiedWidget(form.id);
  await addDestination(workspace, form, { kind: "slack" });
  const { id } = await addDestination(workspace, form, { kind: "webhook" });
  await rotateDestinationSecret(workspace.ctx, form.id, id, { overlapHours: 1 });
  await destroy();
  const where = { workspaceId: workspace.id };
  expect(await db().turnstileWidget.count({ where })).toBe(0);
  const endpoints = await db().webhook.findMany({ where });
  const isEmpty = {
    url: "",
    sealedUrl: null,
    sealedSecret: null,
    sealedOldSecret: null,
    headers: [],
    sealedHeaders: null,
  };
  expect(endpoints).toMatchObject([isEmpty, isEmpty, isEmpty]);
});

test("sends no queued email or event after a workspace deletion", async () => {
  const { workspace, destroy } = await setUp();
  const where = { workspaceId: workspace.id };
  expect(await db().delivery.count({ where: { ...where, dueAt: { not: null } } })).toBe(3);
  await destroy();
  const { sent } = await drainOutbox();
  expect(sent).toBe(0);
  expect(await db().capturedEmail.count({ where })).toBe(0);
});

test("maintenance removes only the deleted workspace, files first", async () => {
  const { workspace, file, destroy } = await setUp();
  const other = await setUp();
  await emptyOutbox();
  await destroy();
  const before = await rowsOf(other.workspace);
  const deletedAt = workspace.ctx.now;
  await maintain(new Date(deletedAt.getTime() + HOUR_MS - 1));
  expect(await objectStore().read(objectKey(workspace.id, file.objectId))).toBeNull();
  expect(
    await db().workspace.count({ where: { id: workspace.id } }),
    "the workspace is kept for an hour",
  ).toBe(1);
  await maintain(new Date(deletedAt.getTime() + HOUR_MS));
  expect(await rowsOf(workspace)).toBe(0);
  expect(await rowsOf(other.workspace)).toBe(before);
  const kept = await objectStore().read(objectKey(other.workspace.id, other.file.objectId));
  await kept?.cancel();
  expect(kept).not.toBeNull();
});

test("a request authorized before the workspace deletion leaves no data", async () => {
  const { workspace, form, destroy } = await setUp();
  const token = mintContext(workspace.id, { kind: "token", tokenId: newId() }, workspace.ctx.now);
  await destroy();
  const late = await createFormVerb(token, { name: "Late", recipientIds: [] });
  await createSubmission(workspace, form);
  await maintain(new Date(workspace.ctx.now.getTime() + HOUR_MS));
  await maintain(new Date(workspace.ctx.now.getTime() + HOUR_MS));
  expect(await db().form.count({ where: { id: late.id } })).toBe(0);
  expect(await rowsOf(workspace)).toBe(0);
});

test("of two concurrent deletions of a workspace, one succeeds", async () => {
  const { destroy } = await setUp();
  const ends = await Promise.allSettled([destroy(), destroy()]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
