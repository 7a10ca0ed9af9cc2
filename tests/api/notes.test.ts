import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { idsOf, newId } from "#lib/core/ids";
import { listArrivals } from "#lib/domain/submissions/inbox/list-arrivals";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { createNote, createNotes } from "#lib/domain/submissions/notes/add-notes";
import { MAX_NOTES, NOTE_UNDO_MS } from "#lib/domain/submissions/notes/note-schema";
import { deleteNote, listNotes, updateNote } from "#lib/domain/submissions/notes/notes";
import { undoNotes } from "#lib/domain/submissions/notes/undo-notes";
import { exportPerson } from "#lib/domain/submissions/person/person-data";
import { callAccount, callApi } from "#tests/support/contract/api";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { signedIn } from "#tests/support/factories/account-factories";
import { addDestination } from "#tests/support/factories/destination-factories";
import {
  contextAt,
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

async function createMessages(count: number) {
  const made = await createOwnForm();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const json = { email: `visitor-${n}@example.com`, message: `Hello ${n}` };
    ids.push(await acceptedId(await postVisit(made.form.publicKey, { json })));
  }
  return { ...made, ctx: made.workspace.ctx, ids, id: ids[0] ?? "" };
}

async function textsOf({ ctx }: Workspace, ids: readonly string[]): Promise<string[][]> {
  const notes = await Promise.all(ids.map((id) => listNotes(ctx, id)));
  return notes.map((own) => own.map(({ text }) => text));
}

/** Gives a message as many notes as it can have. */
async function fill({ ctx, user }: Workspace, submissionId: string): Promise<void> {
  const { workspaceId, now } = ctx;
  const row = { workspaceId, submissionId, text: "Old", authorId: user.id, createdAt: now };
  await db().note.createMany({
    data: Array.from({ length: MAX_NOTES }, () => ({ ...row, id: newId(), updatedAt: now })),
  });
}

test("each of several messages gets the note, and search finds them by it", async () => {
  const { workspace, ctx, ids } = await createMessages(3);
  const [first = "", second = "", third = ""] = ids;
  const { created } = await createNotes(ctx, [third, first], { text: "Wants a Zeppelin." });
  expect(created.map(({ submissionId }) => submissionId).sort()).toEqual([first, third].sort());
  expect(await textsOf(workspace, ids)).toEqual([["Wants a Zeppelin."], [], ["Wants a Zeppelin."]]);
  const query = { folder: "inbox", limit: 25 } as const;
  const found = await listInbox(ctx, { ...query, search: "zeppelin" });
  expect(idsOf(found.data).sort()).toEqual([first, third].sort());
  expect(idsOf((await listInbox(ctx, { ...query, hasNotes: "false" })).data)).toEqual([second]);
});

test("a mentioned member gets one email about all messages", async () => {
  const { workspace, form, ctx, ids } = await createMessages(3);
  const grace = await addMember(workspace, "member");
  await createNotes(ctx, ids, { text: `@${grace.user.email}, call them.` });
  const link = expect.stringContaining("/inbox?folder=all&hasNotes=true");
  expect(await mentions(workspace)).toMatchObject([
    { to: grace.user.email, data: { count: 3, formName: form.name, link } },
  ]);
});

test("destinations that ask for it get submission.noted for each message", async () => {
  const made = await createOwnForm();
  const { workspace, form } = made;
  const events = ["submission.created", "submission.noted"] as const;
  await addDestination(workspace, form, { kind: "webhook", events: [...events] });
  const ids: string[] = [];
  for (const message of ["One", "Two"])
    ids.push(await acceptedId(await postVisit(form.publicKey, { json: { message } })));
  const { created } = await createNotes(workspace.ctx, ids, { text: "Called." });
  const where = { workspaceId: workspace.id, kind: "submission.noted" };
  const bodies = (await db().delivery.findMany({ where })).map(({ body }) => body ?? "");
  expect(bodies).toHaveLength(2);
  for (const { submissionId, noteId } of created)
    expect(bodies.some((body) => body.includes(submissionId) && body.includes(noteId))).toBe(true);
});

test("messages that are gone, foreign, or full get no note and are named, the others do", async () => {
  const { workspace, ids, id: full } = await createMessages(2);
  const [, open = ""] = ids;
  const stranger = await createMessages(1);
  await fill(workspace, full);
  const token = await createToken(workspace, { name: "CRM" });
  const gone = newId();
  const answer = await callApi("POST", "/v1/submissions/notes", {
    token,
    body: { ids: [full, open, gone, stranger.id, open], text: "Synced." },
  });
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    data: {
      created: [{ submissionId: open, noteId: expect.any(String) }],
      notFound: [gone, stranger.id],
      full: [full],
    },
  });
  expect(await listNotes(workspace.ctx, open)).toMatchObject([
    { text: "Synced.", author: { token: "CRM" } },
  ]);
  expect(await listNotes(stranger.ctx, stranger.id)).toEqual([]);
  expect(await listNotes(workspace.ctx, full)).toHaveLength(MAX_NOTES);
});

test("two bulk notes at once, in other orders, both arrive, and none goes beyond 200", async () => {
  const { workspace, ctx, ids, id } = await createMessages(4);
  await fill(workspace, id);
  const last = await db().note.findFirstOrThrow({ where: { submissionId: id } });
  await db().note.deleteMany({ where: { id: last.id } });
  const results = await Promise.all([
    createNotes(ctx, ids, { text: "One" }),
    createNotes(ctx, ids.toReversed(), { text: "Two" }),
  ]);
  expect(results.flatMap(({ full }) => full)).toEqual([id]);
  expect(await listNotes(ctx, id)).toHaveLength(MAX_NOTES);
  const rest = await textsOf(workspace, ids.slice(1));
  expect(rest.map((texts) => texts.toSorted())).toEqual(rest.map(() => ["One", "Two"]));
});

test("Undo takes back what was added and the emails, and nothing else", async () => {
  const { workspace, ctx, ids, id } = await createMessages(3);
  const grace = await addMember(workspace, "member");
  await createNote(grace.ctx, id, { text: "Mine." });
  await createNote(ctx, id, { text: `@${grace.user.email} before.` });
  const { created } = await createNotes(ctx, ids, { text: `@${grace.user.email} all.` });
  const noteIds = created.map(({ noteId }) => noteId);
  expect(await mentions(workspace)).toHaveLength(2);
  expect(await undoNotes(ctx, noteIds)).toEqual({ removed: 3, kept: 0, emailed: 0 });
  expect(await textsOf(workspace, ids)).toEqual([
    ["Mine.", `@${grace.user.email} before.`],
    [],
    [],
  ]);
  expect(await mentions(workspace)).toMatchObject([{ data: { count: 1 } }]);
  const query = { folder: "inbox", limit: 25, search: "all." } as const;
  expect((await listInbox(ctx, query)).data).toEqual([]);
  expect(await undoNotes(ctx, noteIds)).toEqual({ removed: 0, kept: 0, emailed: 0 });
});

test("emails about a new note wait until it can't be undone, and one on its way isn't taken back", async () => {
  const { workspace, ctx, id } = await createMessages(1);
  const grace = await addMember(workspace, "member");
  const note = await createNote(ctx, id, { text: `@${grace.user.email}` });
  const where = { workspaceId: workspace.id, email: grace.user.email, kind: "account" };
  const queued = await db().delivery.findFirstOrThrow({ where });
  const wait = (queued.dueAt?.getTime() ?? 0) - queued.createdAt.getTime();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(NOTE_UNDO_MS);
  await db().delivery.updateMany({ where, data: { claimToken: newId() } });
  expect(await undoNotes(ctx, [note.id])).toEqual({ removed: 1, kept: 0, emailed: 1 });
  expect(await db().delivery.count({ where })).toBe(1);
});

test("Undo keeps what someone has edited since, and takes no one else's notes", async () => {
  const { workspace, ctx, ids } = await createMessages(2);
  const [first = "", second = ""] = ids;
  const grace = await addMember(workspace, "member");
  const { created } = await createNotes(grace.ctx, ids, { text: `@${workspace.user.email}` });
  const edited = created.find(({ submissionId }) => submissionId === first)?.noteId ?? "";
  const later = contextAt(workspace, new Date(ctx.now.getTime() + 1000));
  await updateNote(later, first, edited, { text: "Edited" });
  const noteIds = created.map(({ noteId }) => noteId);
  expect(await undoNotes(ctx, noteIds)).toEqual({ removed: 0, kept: 0, emailed: 0 });
  expect(await undoNotes(grace.ctx, noteIds)).toEqual({ removed: 1, kept: 1, emailed: 0 });
  expect(await textsOf(workspace, [first, second])).toEqual([["Edited"], []]);
  // The note that stays mentions them.
  expect(await mentions(workspace)).toHaveLength(1);
});

test("deleting a note as it was seen doesn't delete what a colleague wrote into it since", async () => {
  const { workspace, ctx, id } = await createMessages(1);
  const seen = await createNote(ctx, id, { text: "First" });
  const later = contextAt(workspace, new Date(ctx.now.getTime() + 1000));
  const now = await updateNote(later, id, seen.id, { text: "Second" });
  await expectRejection(deleteNote(ctx, id, seen.id, seen), "revision_conflict");
  const jar = await signedIn(workspace);
  const remove = async ({ updatedAt }: typeof seen) => {
    const path = `/api/account/submissions/${id}/notes/${seen.id}`;
    return (await callAccount("DELETE", path, { jar, query: { updatedAt: `${updatedAt}` } }))
      .status;
  };
  expect(await remove(seen)).toBe(409);
  expect(await listNotes(ctx, id)).toMatchObject([{ text: "Second" }]);
  expect(await remove(now)).toBe(204);
  expect(await remove(now)).toBe(404);
  expect(await listNotes(ctx, id)).toEqual([]);
});

test("other tabs see within one poll that messages have notes", async () => {
  const { workspace, ctx, ids } = await createMessages(2);
  const grace = await addMember(workspace, "member");
  const at = (seconds: number) => new Date(ctx.now.getTime() + seconds * 1000);
  const changedAt = at(15).getTime();
  await createNotes(contextAt(workspace, at(15)), ids, { text: "Called." });
  const query = { folder: "inbox", since: at(14).getTime() } as const;
  const { changed } = await listArrivals(contextAt(grace, at(18)), query);
  expect(changed).toMatchObject(ids.map(() => ({ hasNotes: true, changedAt })));
});
