import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { type ListSubmissionsQuery, SubmissionSummary } from "#lib/submissions/schema";
import { callApi, pageOfAnswer } from "#tests/support/contract/api";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

type Query = Partial<Record<keyof ListSubmissionsQuery, string>>;

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["submissions:read"] });
  const form = await createForm(workspace, { name: "Contact" });
  const list = async (query: Query = {}) =>
    pageOfAnswer(await callApi("GET", "/v1/submissions", { token, query }), SubmissionSummary);
  const idsOf = async (query: Query = {}) => (await list(query)).data.map(({ id }) => id);
  return { workspace, token, form, list, idsOf };
}

test("lists submissions with sender, preview, time, and form", async () => {
  const { workspace, form, list } = await setUp();
  const fields = {
    NAME: "Ada",
    Email: "ada@example.com",
    message: "Hello\n there",
    extra: ["a", "b"],
  };
  const { id, receivedAt } = await createSubmission(workspace, form, { fields });
  expect((await list()).data).toEqual([
    {
      id,
      formId: form.id,
      formName: "Contact",
      folder: "inbox",
      read: false,
      receivedAt: receivedAt.getTime(),
      name: "Ada",
      email: "ada@example.com",
      preview: "Hello there",
      attachmentCount: 0,
    },
  ]);
});

test("a submission without name and email fields has null for both", async () => {
  const { workspace, form, list } = await setUp();
  await createSubmission(workspace, form, { fields: { message: "Hello", "your-name": "Ada" } });
  expect((await list()).data).toMatchObject([{ name: null, email: null }]);
});

test("lists submissions in the inbox by default, or in another folder or all folders", async () => {
  const { workspace, form, idsOf } = await setUp();
  const ids: Record<string, string> = {};
  for (const folder of ["inbox", "archive", "spam"] as const)
    ids[folder] = (await createSubmission(workspace, form, { folder })).id;
  expect(await idsOf()).toEqual([ids.inbox]);
  for (const folder of ["inbox", "archive", "spam"])
    expect(await idsOf({ folder })).toEqual([ids[folder]]);
  expect(await idsOf({ folder: "all" })).toEqual([ids.spam, ids.archive, ids.inbox]);
});

test("only unread=true restricts the list to unread submissions", async () => {
  const { workspace, form, idsOf } = await setUp();
  const read = await createSubmission(workspace, form, { read: true });
  const unread = await createSubmission(workspace, form);
  expect(await idsOf({ unread: "true" })).toEqual([unread.id]);
  expect(await idsOf({ unread: "false" })).toEqual([unread.id, read.id]);
});

test("filters submissions by form, and returns an empty page for a form that doesn't exist in the workspace", async () => {
  const { workspace, form, idsOf, list } = await setUp();
  const other = await createForm(workspace);
  const own = await createSubmission(workspace, form);
  await createSubmission(workspace, other);
  expect(await idsOf({ formId: form.id })).toEqual([own.id]);
  expect(await idsOf({ formId: form.id.toUpperCase() })).toEqual([own.id]);
  const elsewhere = await createWorkspace();
  const foreign = await createForm(elsewhere);
  await createSubmission(elsewhere, foreign);
  for (const formId of [foreign.id, newId()])
    expect(await list({ formId })).toEqual({ data: [], nextCursor: null });
});

test("doesn't list another workspace's submissions", async () => {
  const { idsOf } = await setUp();
  const elsewhere = await createWorkspace();
  await createSubmission(elsewhere, await createForm(elsewhere));
  expect(await idsOf({ folder: "all" })).toEqual([]);
  expect(await idsOf({ folder: "all", search: "hello" })).toEqual([]);
});

test("combines the filters of the submission list", async () => {
  const { workspace, form, idsOf } = await setUp();
  const fields = { message: "needle" };
  const wanted = await createSubmission(workspace, form, { fields, folder: "archive" });
  await createSubmission(workspace, form, { fields, folder: "archive", read: true });
  await createSubmission(workspace, form, { fields });
  await createSubmission(workspace, form, { folder: "archive" });
  await createSubmission(workspace, await createForm(workspace), { fields, folder: "archive" });
  const query = { folder: "archive", unread: "true", search: "needle", formId: form.id };
  expect(await idsOf(query)).toEqual([wanted.id]);
});

test("paginates submissions newest first, without duplicates", async () => {
  const { workspace, form, list } = await setUp();
  const start = Date.now() - 60_000;
  const created = [];
  for (const offset of [0, 1, 2, 2, 2, 2, 3])
    created.push(await createSubmission(workspace, form, { receivedAt: new Date(start + offset) }));
  const key = ({ receivedAt, id }: { receivedAt: Date; id: string }) =>
    `${receivedAt.getTime()} ${id}`;
  const expected = created.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).map(({ id }) => id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ limit: "3", ...(cursor ? { cursor } : {}) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(expected);
});

test("a cursor stays valid when submissions are received, moved, and deleted", async () => {
  const { workspace, token, form, list } = await setUp();
  const start = Date.now() - 60_000;
  const at = (offset: number) =>
    createSubmission(workspace, form, { receivedAt: new Date(start + offset) });
  const [oldest, moved, gone, newest] = [await at(0), await at(1), await at(2), await at(3)];
  const first = await list({ limit: "1" });
  expect(first.data[0]?.id).toBe(newest.id);
  const writer = await createToken(workspace);
  await callApi("DELETE", `/v1/submissions/${gone.id}`, { token: writer });
  await callApi("PATCH", `/v1/submissions/${moved.id}`, {
    token: writer,
    body: { folder: "spam" },
  });
  await callApi("DELETE", `/v1/submissions/${newest.id}`, { token: writer });
  await at(4);
  const rest = await list({ limit: "10", cursor: first.nextCursor ?? "" });
  expect(rest).toMatchObject({ data: [{ id: oldest.id }], nextCursor: null });
  expect(token.scopes).toEqual(["submissions:read"]);
});

test("the submission list's limit is 25 by default and at most 50", async () => {
  const { workspace, form, list } = await setUp();
  await Promise.all(Array.from({ length: 51 }, () => createSubmission(workspace, form)));
  expect((await list()).data).toHaveLength(25);
  const page = await list({ limit: "50" });
  expect(page.data).toHaveLength(50);
  expect((await list({ limit: "50", cursor: page.nextCursor ?? "" })).data).toHaveLength(1);
});

test("an expired submission isn't accessible, even before it's removed", async () => {
  const { workspace, form, idsOf } = await setUp();
  await createSubmission(workspace, form, { expiresAt: new Date(Date.now() - 1) });
  const kept = await createSubmission(workspace, form, {
    expiresAt: new Date(Date.now() + 60_000),
  });
  expect(await idsOf()).toEqual([kept.id]);
});
