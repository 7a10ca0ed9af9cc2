import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { leaveWorkspace, removeMember } from "#lib/domain/accounts/members/change-members";
import { listArrivals } from "#lib/domain/submissions/inbox/list-arrivals";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission, updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { callApi } from "#tests/support/contract/api";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  contextAt,
  createOwnForm,
  createToken,
  type Workspace,
} from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";

async function createMessages(count: number) {
  const made = await createOwnForm();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const json = { email: `visitor-${n}@example.com`, message: `Hello ${n}` };
    ids.push(await acceptedId(await postVisit(made.form.publicKey, { json })));
  }
  return { ...made, ids, id: ids[0] ?? "" };
}

/** Emails about colleagues' work. */
async function toldOf(workspace: Workspace) {
  const emails = await queuedEmails(workspace);
  return emails.filter(({ data }) => data.kind === "account" && data.purpose === "assigned");
}

test("a message says who answered it and when, and later answers don't change that", async () => {
  const { workspace, id } = await createMessages(1);
  const { ctx, user } = workspace;
  const grace = await addMember(workspace, "member");
  const by = { id: user.id, name: user.email };
  const answered = await updateSubmission(ctx, id, { answered: true });
  expect(answered).toMatchObject({ answeredAt: ctx.now.getTime(), answeredBy: by });
  const later = contextAt(grace, new Date(ctx.now.getTime() + 60_000));
  await updateSubmission(later, id, { answered: true });
  expect(await getSubmission(ctx, id)).toMatchObject({
    answeredAt: ctx.now.getTime(),
    answeredBy: by,
  });
  await updateSubmission(later, id, { answered: false });
  expect(await getSubmission(ctx, id)).toMatchObject({ answeredAt: null, answeredBy: null });
});

test("a token marks messages as answered, and no member has answered them", async () => {
  const { workspace, ids, id } = await createMessages(2);
  const token = await createToken(workspace, { scopes: ["submissions:read", "submissions:write"] });
  await callApi("PATCH", "/v1/submissions", { token, body: { ids, answered: true } });
  const all = await callApi("GET", "/v1/submissions", { token, query: { answered: "true" } });
  expect(all.json).toMatchObject({ data: [{ answeredBy: null }, { answeredBy: null }] });
  await callApi("PATCH", `/v1/submissions/${id}`, { token, body: { answered: false } });
  const rest = await callApi("GET", "/v1/submissions", { token, query: { answered: "false" } });
  expect(rest.json).toMatchObject({ data: [{ id, answeredAt: null }] });
});

test("whoever was answered isn't judged anymore, until that is undone", async () => {
  const { workspace, id } = await createMessages(1);
  const { ctx } = workspace;
  const labelOf = async () =>
    (await db().submission.findFirstOrThrow({ where: { workspaceId: ctx.workspaceId, id } }))
      .spamLabel;
  await updateSubmission(ctx, id, { answered: true });
  expect(await labelOf()).toBe("not_spam");
  const state = { id, folder: "inbox", read: false, spamReason: null, suspected: false } as const;
  const none = { answeredAt: null, answeredBy: null, assignee: null };
  await restoreSubmissions(ctx, [{ ...state, ...none }]);
  expect(await labelOf()).toBeNull();
  expect(await getSubmission(ctx, id)).toMatchObject(none);
});

test("undo gives a message back to whom it was, and says who had answered it", async () => {
  const { workspace, id } = await createMessages(1);
  const { ctx } = workspace;
  const grace = await addMember(workspace, "member");
  await updateSubmission(grace.ctx, id, { answered: true, assigneeId: grace.user.id });
  const before = await getSubmission(ctx, id);
  await updateSubmission(ctx, id, { answered: false, assigneeId: null });
  await restoreSubmissions(
    ctx,
    [before].map(({ folder, read, spamReason, suspected, ...one }) => ({
      id,
      folder,
      read,
      spamReason,
      suspected,
      answeredAt: one.answeredAt,
      answeredBy: one.answeredBy,
      assignee: one.assignee,
    })),
  );
  expect(await getSubmission(ctx, id)).toMatchObject({
    answeredAt: before.answeredAt,
    answeredBy: { id: grace.user.id },
    assignee: { id: grace.user.id },
  });
});

test("an assignee gets one email about one or many messages, and none about their own doing", async () => {
  const { workspace, form, ids, id } = await createMessages(3);
  const grace = await addMember(workspace, "member");
  const assigneeId = grace.user.id;
  await updateSubmission(workspace.ctx, id, { assigneeId });
  await updateSubmissions(workspace.ctx, ids, { assigneeId });
  await updateSubmissions(grace.ctx, ids, { assigneeId: workspace.user.id });
  await updateSubmissions(grace.ctx, ids, { assigneeId });
  const by = workspace.user.email;
  const sender = "visitor-0@example.com";
  expect(await toldOf(workspace)).toMatchObject([
    {
      to: grace.user.email,
      data: { by, sender, formName: form.name, count: 1, link: expect.stringContaining(id) },
    },
    { to: grace.user.email, data: { count: 2, link: expect.stringContaining(assigneeId) } },
    { to: workspace.user.email, data: { by: grace.user.email, count: 3 } },
  ]);
});

test("a member whose address isn't confirmed gets no email about an assignment", async () => {
  const { workspace, id } = await createMessages(1);
  const grace = await addMember(workspace, "member");
  await db().user.update({ where: { id: grace.user.id }, data: { verifiedAt: null } });
  await updateSubmission(workspace.ctx, id, { assigneeId: grace.user.id });
  expect(await toldOf(workspace)).toEqual([]);
});

test("only members of the workspace can be assigned", async () => {
  const { workspace, id } = await createMessages(1);
  const stranger = await createOwnForm();
  const assigneeId = stranger.workspace.user.id;
  await expectRejection(updateSubmission(workspace.ctx, id, { assigneeId }), "validation_failed");
  const token = await createToken(workspace);
  const { status, json } = await callApi("PATCH", `/v1/submissions/${id}`, {
    token,
    body: { assigneeId },
  });
  expect(status).toBe(422);
  expect(json).toMatchObject({ error: { details: [{ path: "assigneeId" }] } });
});

test("messages of a member who leaves or is removed are unassigned", async () => {
  const { workspace, ids } = await createMessages(2);
  const [first = "", second = ""] = ids;
  const grace = await addMember(workspace, "member");
  const joan = await addMember(workspace, "member");
  await updateSubmission(workspace.ctx, first, { assigneeId: grace.user.id });
  await updateSubmission(workspace.ctx, second, { assigneeId: joan.user.id });
  await leaveWorkspace(grace.ctx, { revokeTokens: false });
  await removeMember(workspace.ctx, joan.user.id, { revokeTokens: false });
  for (const id of ids)
    expect(await getSubmission(workspace.ctx, id)).toMatchObject({ assignee: null });
});

test("lists filter by assignee, and by none", async () => {
  const { workspace, ids, id } = await createMessages(3);
  const { ctx, user } = workspace;
  await updateSubmission(ctx, id, { assigneeId: user.id });
  const listed = async (assigneeId: string) => {
    const page = await listInbox(ctx, { folder: "inbox", limit: 25, assigneeId });
    return page.data.map((one) => one.id).sort();
  };
  expect(await listed(user.id)).toEqual([id]);
  expect(await listed("none")).toEqual(ids.slice(1).sort());
});

test("other tabs see within one poll what a colleague changed", async () => {
  const { workspace, id } = await createMessages(1);
  const grace = await addMember(workspace, "member");
  const at = (seconds: number) => new Date(workspace.ctx.now.getTime() + seconds * 1000);
  const poll = (since: Date, now: Date) =>
    listArrivals(contextAt(grace, now), { folder: "inbox", since: since.getTime() });
  expect(await poll(at(10), at(14))).toMatchObject({ changed: [] });
  await updateSubmission(contextAt(workspace, at(15)), id, { assigneeId: grace.user.id });
  expect(await poll(at(14), at(18))).toMatchObject({
    changed: [{ id, assignee: { id: grace.user.id } }],
    areChangesCut: false,
  });
});
