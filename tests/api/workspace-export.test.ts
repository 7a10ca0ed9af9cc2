import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { exportWorkspace, toPortableName } from "#lib/domain/accounts/export-workspace";
import { requestPasswordReset } from "#lib/domain/accounts/reset-password";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { createSavedReply } from "#lib/domain/replies/saved-reply";
import { listDataRequests } from "#lib/domain/submissions/person/data-requests";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { signedIn } from "#tests/support/factories/account-factories";
import { addDestination } from "#tests/support/factories/destination-factories";
import {
  callerAt,
  createForm,
  createToken,
  createWorkspace,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { readZip } from "#tests/support/factories/sample-files";
import { signingSecretOf } from "#tests/support/factories/webhook-state";

async function setUp() {
  await emptyOutbox();
  const workspace = await createWorkspace({ name: "Acme" });
  const form = await createForm(workspace);
  const webhook = await createWebhook(workspace, form);
  await addDestination(workspace, form, { kind: "slack", enabled: false });
  await createSavedReply(workspace.ctx, { name: "Quote", text: "Hello {{name}}" });
  await createVerifiedWidget(form.id, { enabled: false, secret: "widget-secret" });
  const ids: string[] = [];
  for (let count = 0; count < 105; count += 1)
    ids.push((await createSubmission(workspace, form, { fields: { count: `${count}` } })).id);
  const posted = await acceptedId(
    await postVisit(form.publicKey, { json: { email: "ada@example.com", message: "é😀" } }),
  );
  await drainOutbox();
  return { workspace, ctx: workspace.ctx, form, webhook, ids: [...ids, posted], posted };
}

async function read(stream: ReadableStream<Uint8Array>) {
  const files = readZip(Buffer.from(await new Response(stream).arrayBuffer()));
  const textOf = (name: string) => files.get(name)?.toString("utf8") ?? "";
  const linesOf = (name: string) =>
    textOf(name)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { files, textOf, linesOf };
}

test("the workspace export contains every submission once, the forms, the team, and captured email", async () => {
  const { workspace, ctx, form, webhook, ids, posted } = await setUp();
  const token = await createToken(workspace);
  const { textOf, linesOf } = await read(await exportWorkspace(ctx));
  const messages = linesOf("messages.jsonl");
  expect(messages.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const own = messages.find(({ id }) => id === posted);
  expect(own).toMatchObject({
    fields: { email: "ada@example.com", message: "é😀" },
    deliveries: [{ kind: "notification", status: "sent", attempts: [{ outcome: "sent" }] }],
    events: [{ type: "submission.created" }],
  });
  const by = { actor: expect.objectContaining({ name: workspace.user.email }) };
  for (const action of ["form.created", "webhook.created", "workspace.exported"])
    expect(linesOf("audit-log.jsonl")).toContainEqual(expect.objectContaining({ action, ...by }));
  expect(JSON.parse(textOf("workspace.json"))).toMatchObject({
    id: workspace.id,
    name: "Acme",
    members: [{ email: workspace.user.email }],
    recipients: [{ status: "verified" }],
    savedReplies: [{ name: "Quote", text: "Hello {{name}}" }],
    tokens: [{ id: token.id, prefix: token.prefix }],
    usage: [{ accepted: 106, spam: 0 }],
  });
  expect(JSON.parse(textOf("forms.json"))).toMatchObject([
    {
      id: form.id,
      publicKey: form.publicKey,
      turnstile: { enabled: false },
      routing: { revision: null },
      autoresponder: null,
      webhook: { url: webhook.url },
      destinations: [{ kind: "slack", url: "https://hooks.slack.com/…1234" }],
    },
  ]);
  expect(linesOf("test-inbox.jsonl")).toMatchObject([{ kind: "notification" }]);
});

test("the workspace export contains no secrets and no links that give access to an account", async () => {
  const { workspace, ctx, form, webhook } = await setUp();
  const token = await createToken(workspace);
  await db().user.update({ where: { id: workspace.user.id }, data: { verifiedAt: null } });
  await resendVerification(ctx);
  await requestPasswordReset(workspace.user.email, callerAt(new Date(), "2001:db8::e"));
  await drainOutbox();
  const kind = "account";
  expect(await db().capturedEmail.count({ where: { workspaceId: workspace.id, kind } })).toBe(2);
  const signingSecret = await signingSecretOf({ workspace, form, webhook });
  const { files } = await read(await exportWorkspace(ctx));
  const all = [...files.values()].map((bytes) => bytes.toString("latin1")).join("\n");
  for (const secret of [
    token.token,
    signingSecret,
    "widget-secret",
    "secretSlackPart",
    "passwordHash",
    "sealed",
    "reset-password?",
    "confirm-email?",
  ])
    expect(all.includes(secret), secret).toBe(false);
});

test("the workspace export has files grouped by submission, with portable names", async () => {
  const { workspace, ctx, ids } = await setUp();
  const submission = { id: ids[0] ?? "" };
  const options = { content: "my notes", filename: "a/b:c?.txt" };
  const file = await createAttachment(workspace, submission, options);
  await createAttachment(workspace, submission, { object: "lost" });
  await createAttachment(workspace, submission, { expiresAt: new Date(0) });
  const { files } = await read(await exportWorkspace(ctx));
  const names = [...files.keys()].filter((name) => name.startsWith("files/"));
  expect(names).toEqual([`files/${submission.id}/${file.id}-a_b_c_.txt`]);
  expect(files.get(names[0] ?? "")?.toString()).toBe("my notes");
  expect((await listDataRequests(ctx, { limit: 1 })).data).toMatchObject([
    {
      kind: "workspace_export",
      endedAt: expect.any(Number),
      counts: { forms: 1, messages: 106, files: 1, capturedEmails: 1 },
    },
  ]);
});

test.each([
  ["../../etc/passwd", ".._.._etc_passwd"],
  ["\u202egpj.exe", "_gpj.exe"],
  ["...", "file"],
  ["CON: ", "CON_"],
  ["résumé 😀.pdf", "résumé 😀.pdf"],
])("the portable name of %j is %j", (name, portable) => {
  expect(toPortableName(name)).toBe(portable);
});

test("the workspace export contains no data of another workspace", async () => {
  const { ids, form } = await setUp();
  const stranger = await createWorkspace();
  const { files, linesOf } = await read(await exportWorkspace(stranger.ctx));
  expect(linesOf("messages.jsonl")).toEqual([]);
  const all = [...files.values()].map((bytes) => bytes.toString("utf8")).join("\n");
  for (const id of [...ids, form.id]) expect(all.includes(id)).toBe(false);
});

test("the workspace export requires a session and records an interruption", async () => {
  const { workspace, ctx } = await setUp();
  const path = "/api/account/workspace-export";
  const answer = await callAccount("GET", path, { jar: await signedIn(workspace) });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(answer.headers.get("content-disposition")).toMatch(/filename="workspace-[\d-]+\.zip"/);
  expect(readZip(answer.bytes).size).toBe(6);
  errorOf(await callAccount("GET", path), "session_required");
  await (await exportWorkspace(ctx)).cancel();
  const records = (await listDataRequests(ctx, { limit: 5 })).data;
  expect(records.map(({ endedAt }) => endedAt !== null).toSorted()).toEqual([false, true]);
});
