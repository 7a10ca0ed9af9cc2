import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { deleteForm } from "#lib/domain/forms/forms";
import type { Form } from "#lib/domain/forms/schema";
import { exportSubmissions } from "#lib/domain/submissions/export/export-submissions";
import { SubmissionFilter } from "#lib/domain/submissions/schema";
import { callApi, errorOf } from "#tests/support/contract/api";
import {
  contextAt,
  createForm,
  createOwnForm,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { createManySubmissions } from "#tests/support/factories/many-messages";
import { countMessages, createSubmission } from "#tests/support/factories/message-factories";

const HEADER = "id,received_at,form,folder,name,email,fields_json\r\n";

async function setUp() {
  const { workspace, token, form } = await createOwnForm();
  const request = (query: Record<string, string> = {}) =>
    callApi("GET", "/v1/submissions/export", { token, query });
  const text = async (query: Record<string, string> = {}) => {
    const answer = await request(query);
    expect(answer.status, answer.bytes.toString("utf8").slice(0, 300)).toBe(200);
    const all = answer.bytes.toString("utf8");
    expect(all.startsWith(`\ufeff${HEADER}`)).toBe(true);
    return all.slice(1 + HEADER.length);
  };
  /** The ids of the exported submissions, in order. */
  const ids = async (query: Record<string, string> = {}) =>
    (await text(query))
      .split("\r\n")
      .slice(0, -1)
      .map((line) => line.slice(1, 37));
  const create = (options: Parameters<typeof createSubmission>[2] = {}) =>
    createSubmission(workspace, form, options);
  return { workspace, token, form, request, text, ids, create };
}

/** Creates thousands of submissions in one statement. */
async function createMany(workspace: Workspace, form: Form, count: number) {
  const messages = Array.from({ length: count }, (_, index) => ({
    form,
    values: [`message ${index}`],
    receivedAt: new Date(1_700_000_000_000 + index),
    folder: index % 2 === 0 ? ("inbox" as const) : ("archive" as const),
  }));
  await createManySubmissions(workspace, messages);
  await countMessages(form.id);
}

test("rejects an export of more than 1,000 submissions before the first byte", async () => {
  const { workspace, form, request, ids } = await setUp();
  await createMany(workspace, form, 1_001);
  const rejected = await request({ folder: "all" });
  errorOf(rejected, "export_too_large");
  expect(rejected.headers.get("content-disposition")).toBeNull();
  expect(await ids({ folder: "all", search: "message 100" })).toHaveLength(2);
  const [one] = await ids({ folder: "archive", search: "message 999" });
  await db().submission.deleteMany({ where: { id: one ?? "" } });
  const all = await ids({ folder: "all" });
  expect(new Set(all).size).toBe(1_000);
});

test("exports UTF-8 CSV with a byte order mark, CRLF, and quoted cells", async () => {
  const { form, create, request, text } = await setUp();
  const { id } = await create({
    receivedAt: new Date("2026-11-21T10:00:00.123Z"),
    fields: { name: 'Ada "A" Lovelace', Email: "ada@example.com", topic: ["Ä", "日本\r\n语"] },
  });
  const json =
    '{""name"":""Ada \\""A\\"" Lovelace"",""Email"":""ada@example.com"",""topic"":[""Ä"",""日本\\r\\n语""]}';
  expect(await text()).toBe(
    `"${id}","2026-11-21T10:00:00.123Z","${form.name}","inbox","Ada ""A"" Lovelace","ada@example.com","${json}"\r\n`,
  );
  const { headers, bytes } = await request();
  expect(bytes.subarray(0, 4)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x69]));
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="messages-\d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''messages-/,
  );
});

test("exports submissions newest first, then by id", async () => {
  const { create, ids } = await setUp();
  const times = [3, 1, 2, 2, 2].map((second) => new Date(1_700_000_000_000 + second * 1000));
  const made = [];
  for (const receivedAt of times) made.push(await create({ receivedAt }));
  const [third, first, ...second] = made.map(({ id }) => id);
  expect(await ids()).toEqual([third, ...second.toSorted().reverse(), first]);
});

test("an export accepts the list's filters and defaults to the inbox", async () => {
  const { workspace, form, create, ids } = await setUp();
  const inbox = (await create({ fields: { message: "Grüße 100%" } })).id;
  const read = (await create({ read: true })).id;
  const archive = (await create({ folder: "archive" })).id;
  const spam = (await create({ folder: "spam" })).id;
  const other = (await createSubmission(workspace, await createForm(workspace))).id;
  expect(await ids()).toEqual([other, read, inbox]);
  expect(await ids({ folder: "archive" })).toEqual([archive]);
  expect(await ids({ folder: "spam" })).toEqual([spam]);
  expect(await ids({ folder: "all", formId: form.id })).toEqual([spam, archive, read, inbox]);
  expect(await ids({ unread: "true", formId: form.id })).toEqual([inbox]);
  expect(await ids({ unread: "false", formId: form.id })).toEqual([read, inbox]);
  expect(await ids({ search: " GRÜSSE 100% " })).toEqual([inbox]);
});

test("doesn't export deleted or expired submissions, or those of another workspace; an empty export has only the header row", async () => {
  const { workspace, create, text, ids } = await setUp();
  const kept = (await create({ expiresAt: new Date(Date.now() + 60_000) })).id;
  await create({ expiresAt: new Date(Date.now() - 1) });
  const gone = await createForm(workspace);
  await createSubmission(workspace, gone);
  await deleteForm(workspace.ctx, gone.id);
  const foreign = await createWorkspace();
  const foreignForm = await createForm(foreign);
  await createSubmission(foreign, foreignForm);
  expect(await ids({ folder: "all" })).toEqual([kept]);
  for (const formId of [foreignForm.id, newId()])
    expect(await text({ folder: "all", formId })).toBe("");
});

test("an export omits submissions that are deleted or received during the download", async () => {
  const { workspace, create } = await setUp();
  const made = [];
  for (let index = 0; index < 30; index += 1)
    made.push((await create({ receivedAt: new Date(1_700_000_000_000 - index) })).id);
  const ctx = contextAt(workspace, new Date());
  const stream = await exportSubmissions(ctx, SubmissionFilter.parse({}));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let read = decoder.decode((await reader.read()).value);
  expect(read).toBe(HEADER);
  await db().submission.deleteMany({ where: { id: made[29] ?? "" } });
  await create();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read += decoder.decode(value);
  }
  const exported = [...read.matchAll(/^"([0-9a-f-]{36})"/gm)].map(([, id]) => id);
  expect(exported).toEqual(made.slice(0, 29));
});

test("an export stops when the client disconnects", async () => {
  const { workspace, create } = await setUp();
  await create();
  const ctx = contextAt(workspace, new Date());
  const stream = await exportSubmissions(ctx, SubmissionFilter.parse({}));
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
