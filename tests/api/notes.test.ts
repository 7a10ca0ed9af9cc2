import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { createNote } from "#lib/domain/submissions/notes/add-notes";
import { MAX_NOTES } from "#lib/domain/submissions/notes/note-schema";
import { deleteNote, listNotes, updateNote } from "#lib/domain/submissions/notes/notes";
import { exportPerson } from "#lib/domain/submissions/person/person-data";
import { callApi } from "#tests/support/contract/api";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createOwnForm,
  createToken,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";

async function createMessage() {
  const made = await createOwnForm();
  const json = { email: "ada@example.com", message: "Hello" };
  return { ...made, id: await acceptedId(await postVisit(made.form.publicKey, { json })) };
}

async function mentions(workspace: Workspace) {
  const emails = await queuedEmails(workspace);
  return emails.filter(({ data }) => data.kind === "account" && data.purpose === "mentioned");
}

async function nameUser({ user }: Workspace, name: string): Promise<void> {
  await db().user.update({ where: { id: user.id }, data: { name } });
}

test("a note has its author, a member or a token by its name", async () => {
  const { workspace, id } = await createMessage();
  await nameUser(workspace, "Ada");
  const token = await createToken(workspace, { name: "CRM" });
  await createNote(workspace.ctx, id, { text: "Called her." });
  await callApi("POST", `/v1/submissions/${id}/notes`, { token, body: { text: "Synced." } });
  expect(await listNotes(workspace.ctx, id)).toMatchObject([
    { text: "Called her.", author: { id: workspace.user.id, name: "Ada" } },
    { text: "Synced.", author: { token: "CRM" } },
  ]);
});

test("the author or an owner changes and deletes a note, another member doesn't", async () => {
  const { workspace, id } = await createMessage();
  const [grace, joan] = [
    await addMember(workspace, "member"),
    await addMember(workspace, "member"),
  ];
  const note = await createNote(grace.ctx, id, { text: "First" });
  const text = { text: "Second" };
  await expectRejection(updateNote(joan.ctx, id, note.id, text), "owner_required");
  await expectRejection(deleteNote(joan.ctx, id, note.id), "owner_required");
  expect(await updateNote(grace.ctx, id, note.id, text)).toMatchObject(text);
  await deleteNote(workspace.ctx, id, note.id);
  expect(await listNotes(workspace.ctx, id)).toEqual([]);
});

test("notes of another workspace's messages don't exist", async () => {
  const { workspace, id } = await createMessage();
  const note = await createNote(workspace.ctx, id, { text: "Ours" });
  const { ctx } = await createWorkspace();
  await expectRejection(listNotes(ctx, id), "not_found");
  await expectRejection(createNote(ctx, id, { text: "Theirs" }), "not_found");
  await expectRejection(updateNote(ctx, id, note.id, { text: "Theirs" }), "not_found");
  await expectRejection(deleteNote(ctx, id, note.id), "not_found");
});

test("a mentioned member gets one email, the author none, and an edit tells only whom it adds", async () => {
  const { workspace, id } = await createMessage();
  const grace = await addMember(workspace, "member");
  const joan = await addMember(workspace, "member");
  await nameUser(workspace, "Ada");
  await nameUser(grace, "Grace Hopper");
  const { ctx } = workspace;
  const note = await createNote(ctx, id, { text: "@grace hopper and @Ada, see http://x.example" });
  expect(await mentions(workspace)).toMatchObject([
    {
      to: grace.user.email,
      data: { by: "Ada", text: expect.stringContaining("http://x.example") },
    },
  ]);
  await updateNote(ctx, id, note.id, { text: `@Grace Hopper, and @${joan.user.email}` });
  expect((await mentions(workspace)).map(({ to }) => to)).toEqual([
    grace.user.email,
    joan.user.email,
  ]);
});

test("search finds a message by its notes, and no longer once they're gone", async () => {
  const { workspace, id } = await createMessage();
  const { ctx } = workspace;
  const found = async () =>
    (await listInbox(ctx, { folder: "inbox", limit: 25, search: "ZEPPELIN" })).data.length;
  const note = await createNote(ctx, id, { text: "Wants a Zeppelin." });
  expect(await found()).toBe(1);
  await deleteNote(ctx, id, note.id);
  expect(await found()).toBe(0);
});

test("a person's data has the notes about their messages", async () => {
  const { workspace, id } = await createMessage();
  await createNote(workspace.ctx, id, { text: "Pays late." });
  const stream = await exportPerson(workspace.ctx, { email: "ada@example.com" });
  expect(await new Response(stream).text()).toContain("Pays late.");
});

test("a message has at most 200 notes, with many at once", async () => {
  const { workspace, id } = await createMessage();
  const { ctx } = workspace;
  const note = await createNote(ctx, id, { text: "First" });
  const row = await db().note.findFirstOrThrow({ where: { id: note.id } });
  const more = Array.from({ length: MAX_NOTES - 3 }, () => ({ ...row, id: crypto.randomUUID() }));
  await db().note.createMany({ data: more });
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => createNote(ctx, id, { text: "Last" })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expectRejection(createNote(ctx, id, { text: "More" }), "note_limit_reached");
});
