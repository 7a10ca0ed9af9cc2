import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { type Context, mintContext } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { leaveWorkspace } from "#lib/domain/accounts/members/change-members";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { listDataRequests } from "#lib/domain/submissions/person/data-requests";
import { findPerson } from "#lib/domain/submissions/person/find-person";
import { erasePerson, exportPerson } from "#lib/domain/submissions/person/person-data";
import { ListSubmissionsQuery } from "#lib/domain/submissions/schema";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { postVisit, submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { signedIn } from "#tests/support/factories/account-factories";
import {
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { addMember } from "#tests/support/factories/member-factories";
import {
  createAttachment,
  createCapturedEmail,
  createSubmission,
} from "#tests/support/factories/message-factories";
import { emptyOutbox, TAKEN_OUT } from "#tests/support/factories/outbox-state";

const ADA = "ada@example.com";

/** Keeps events from being sent. */
const dropEvents = () =>
  db().delivery.updateMany({ where: { channel: "webhook" }, data: { ...TAKEN_OUT } });

/** Creates two forms, one with a webhook, each with submissions from two people. */
async function setUp() {
  await emptyOutbox();
  const workspace = await createWorkspace();
  const contact = await createForm(workspace);
  const events = await createForm(workspace, { name: "Events" });
  await createWebhook(workspace, events);
  await dropEvents();
  const post = (form: { publicKey: string }, fields: Record<string, unknown>) =>
    submitTo(form, fields);
  const own = [
    await post(contact, { name: "Ada", email: " ADA@Example.com", message: "Mine" }),
    await post(events, { Contact: ["x", ADA], message: "Mine too" }),
    await post(events, { email: ADA, message: "caught", botcheck: "x" }),
  ];
  const others = [
    await post(contact, { email: "eve@example.com", message: `Tell <${ADA}>. Not x@${ADA}` }),
    await post(events, { email: "wada@example.com", message: "Another" }),
    await post(contact, { email: "ada@example.community", message: "Another" }),
  ];
  await dropEvents();
  await drainOutbox();
  return { workspace, ctx: workspace.ctx, contact, events, own, others };
}

async function requestsOf(ctx: Context, email?: string) {
  const query = email === undefined ? { limit: 10 } : { limit: 10, email };
  return (await listDataRequests(ctx, query)).data;
}

async function idsOf(ctx: Context): Promise<string[]> {
  const page = await listSubmissions(ctx, ListSubmissionsQuery.parse({ folder: "all" }));
  return page.data.map(({ id }) => id).toSorted();
}

test("finds a person by exact address across all forms and folders, ignoring case", async () => {
  const { ctx, contact, events } = await setUp();
  expect(await findPerson(ctx, { email: "Ada@EXAMPLE.com" })).toEqual({
    messages: 3,
    forms: [
      { id: events.id, name: "Events", messages: 2 },
      { id: contact.id, name: "Contact", messages: 1 },
    ],
    files: 0,
    emails: 2,
    events: 1,
    capturedEmails: 2,
    mentions: 1,
    hasOptedOut: false,
    isTeamAddress: false,
    isBlocked: false,
    isSafe: false,
  });
});

test("erasure deletes only this person's submissions, emails, events, and captured emails", async () => {
  const { ctx, workspace, own, others } = await setUp();
  const receipt = await erasePerson(ctx, { email: "Ada@example.com" });
  expect(receipt).toEqual({
    id: expect.any(String),
    erasedAt: ctx.now.getTime(),
    erased: { messages: 3, files: 0, emails: 2, events: 1, capturedEmails: 2 },
    kept: {
      mentions: 1,
      hasOptedOut: false,
      isTeamAddress: false,
      isBlocked: false,
      isSafe: false,
    },
  });
  expect(await idsOf(ctx)).toEqual(others.toSorted());
  expect(await db().delivery.count({ where: { submissionId: { in: own } } })).toBe(0);
  const emails = await db().capturedEmail.findMany({ where: { workspaceId: workspace.id } });
  expect(emails).toHaveLength(3);
  expect(emails.filter(({ text }) => /^\s*ada@example\.com\s*$/im.test(text))).toEqual([]);
  const again = await erasePerson(ctx, { email: ADA });
  expect(again.erased).toEqual({ messages: 0, files: 0, emails: 0, events: 0, capturedEmails: 0 });
});

test("queued deliveries are never sent after an erasure", async () => {
  const { ctx, workspace, contact, events } = await setUp();
  const id = await submitTo(contact, { email: ADA });
  await postVisit(events.publicKey, { json: { email: ADA } });
  const where = { workspaceId: workspace.id };
  expect(await db().delivery.count({ where: { ...where, dueAt: { not: null } } })).toBe(3);
  await erasePerson(ctx, { email: ADA });
  expect(await db().delivery.count({ where: { ...where, dueAt: { not: null } } })).toBe(0);
  const before = await db().capturedEmail.count({ where });
  await drainOutbox();
  expect(await db().capturedEmail.count({ where })).toBe(before);
  expect(await db().delivery.count({ where: { channel: "email", submissionId: id } })).toBe(0);
});

test("erased files are left to maintenance", async () => {
  const { ctx, workspace, own } = await setUp();
  const file = await createAttachment(workspace, { id: own[0] ?? "" });
  expect(await findPerson(ctx, { email: ADA })).toMatchObject({ files: 1 });
  expect((await erasePerson(ctx, { email: ADA })).erased.files).toBe(1);
  const [object] = await db().storedObject.findMany({ where: { id: file.objectId } });
  expect(object?.status).toBe("deleting");
});

test("the erasure record contains the requester and counts, but not the erased address", async () => {
  const { ctx, workspace } = await setUp();
  const receipt = await erasePerson(ctx, { email: ADA });
  const record = {
    id: receipt.id,
    kind: "person_erasure",
    askedBy: workspace.user.email,
    startedAt: ctx.now.getTime(),
    endedAt: expect.any(Number),
    counts: receipt.erased,
  };
  expect(await requestsOf(ctx)).toEqual([record]);
  expect(await requestsOf(ctx, "ADA@example.com")).toEqual([record]);
  expect(await requestsOf(ctx, "eve@example.com")).toEqual([]);
  const row = await db().dataRequest.findFirstOrThrow({ where: { id: receipt.id } });
  // A UUID may contain "ada".
  expect(JSON.stringify(row)).not.toMatch(/\bada\b|example/i);
  const stranger = await createWorkspace();
  expect(await requestsOf(stranger.ctx)).toEqual([]);
  const theirs = await erasePerson(stranger.ctx, { email: ADA });
  const other = await db().dataRequest.findFirstOrThrow({ where: { id: theirs.id } });
  expect(other.addressHash, "can't be compared").not.toBe(row.addressHash);
});

test("the record of a request names the member who asked only until they leave", async () => {
  const { workspace } = await setUp();
  const member = await addMember(workspace, "owner");
  await erasePerson(member.ctx, { email: ADA });
  expect(await requestsOf(workspace.ctx)).toMatchObject([{ askedBy: member.user.email }]);
  await leaveWorkspace(member.ctx, { revokeTokens: false });
  expect(await requestsOf(workspace.ctx)).toMatchObject([{ askedBy: null }]);
});

test("erasure deletes captured emails of previously deleted submissions", async () => {
  const { ctx, workspace, own } = await setUp();
  for (const id of own) await deleteSubmission(ctx, id);
  const { erased } = await erasePerson(ctx, { email: ADA });
  expect(erased).toMatchObject({ messages: 0, capturedEmails: 2 });
  expect(await db().capturedEmail.count({ where: { workspaceId: workspace.id } })).toBe(3);
});

test("erasure deletes captured emails that asked the person to confirm, and no one else's", async () => {
  const { ctx, workspace } = await setUp();
  for (const to of ["Ada@example.com", "eve@example.com"])
    await createCapturedEmail(workspace, { kind: "confirmation", to });
  await erasePerson(ctx, { email: ADA });
  const where = { workspaceId: workspace.id, kind: "confirmation" };
  expect(await db().capturedEmail.findMany({ where })).toMatchObject([{ to: "eve@example.com" }]);
});

test("erasure keeps the opt-out and a recipient's own emails", async () => {
  const { ctx, workspace } = await setUp();
  await createVerifiedRecipient(workspace, { email: ADA });
  for (const kind of ["notification", "visitor_reply"])
    await createCapturedEmail(workspace, { kind, to: ADA });
  const { kept, erased } = await erasePerson(ctx, { email: ADA });
  expect(kept.isTeamAddress).toBe(true);
  // Two notifications about her messages, and the auto-reply to her.
  expect(erased.capturedEmails).toBe(3);
  expect(await db().capturedEmail.count({ where: { to: ADA } })).toBe(1);
});

test("the person export contains everything, including file contents", async () => {
  const { ctx, workspace, own } = await setUp();
  await createAttachment(workspace, { id: own[0] ?? "" }, { content: "my notes" });
  await createAttachment(workspace, { id: own[0] ?? "" }, { object: "lost" });
  await createAttachment(workspace, { id: own[0] ?? "" }, { expiresAt: new Date(0) });
  const document = JSON.parse(await new Response(await exportPerson(ctx, { email: ADA })).text());
  expect(document).toMatchObject({ person: ADA, hasOptedOut: false, isBlocked: false });
  const messages: { id: string; attachments: { contentBase64: string | null }[] }[] =
    document.messages;
  expect(messages.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
  const files = messages.find(({ id }) => id === own[0])?.attachments ?? [];
  const contents = files.map(({ contentBase64 }) => contentBase64 && atob(contentBase64));
  expect(contents).toEqual(["my notes", null, null]);
  expect(document.messages.flatMap((one: { events: unknown[] }) => one.events)).toHaveLength(1);
  expect(document.capturedEmails).toHaveLength(2);
  expect(await requestsOf(ctx)).toMatchObject([
    { kind: "person_export", endedAt: expect.any(Number), counts: { messages: 3, files: 3 } },
  ]);
});

test("a cancelled person export is recorded as interrupted", async () => {
  const { ctx } = await setUp();
  await (await exportPerson(ctx, { email: ADA })).cancel();
  expect(await requestsOf(ctx)).toMatchObject([{ endedAt: null }]);
});

test("only a signed-in member can request personal data", async () => {
  const { ctx } = await setUp();
  const token = mintContext(ctx.workspaceId, { kind: "token", tokenId: newId() }, ctx.now);
  await expectRejection(erasePerson(token, { email: ADA }), "session_required");
  await expectRejection(exportPerson(token, { email: ADA }), "session_required");
});

test("erasure deletes over a hundred submissions in one call", async () => {
  const { ctx, workspace, contact } = await setUp();
  for (let count = 0; count < 120; count += 1)
    await createSubmission(workspace, contact, { fields: { email: ADA } });
  expect((await erasePerson(ctx, { email: ADA })).erased.messages).toBe(123);
  expect(await findPerson(ctx, { email: ADA })).toMatchObject({ messages: 0, capturedEmails: 0 });
});

test("the person export is downloaded as a JSON file", async () => {
  const { workspace, own } = await setUp();
  const jar = await signedIn(workspace);
  const path = "/api/account/person-export";
  const answer = await callAccount("POST", path, { jar, body: { email: ADA } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("content-disposition")).toContain('attachment; filename="person.json"');
  expect(answer.json).toMatchObject({ person: ADA, messages: { length: own.length } });
  errorOf(await callAccount("POST", path, { jar, body: { email: "x" } }), "validation_failed");
});
