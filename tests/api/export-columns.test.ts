import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { changeTimeZone } from "#lib/domain/accounts/change-time-zone";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { deleteForm } from "#lib/domain/forms/forms";
import { callAccount, invalidPaths } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { createForm, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

const EXPORT = "/api/account/submissions/export";
const HEAD = '"id","received_at","form","folder"';

async function setUp() {
  const { workspace, form } = await createOwnForm();
  const jar = await signedIn(workspace);
  let second = 0;
  /** Each message is newer than the one before. */
  const receive = async (fields: Record<string, string | string[]>) => {
    second += 1;
    const receivedAt = new Date(1_760_000_000_000 + second * 1_000);
    return (await createSubmission(workspace, form, { fields, receivedAt })).id;
  };
  const linesOf = (bytes: Buffer) => bytes.toString("utf8").slice(1).split("\r\n").slice(0, -1);
  const lines = async (query: Record<string, string> = { columns: "fields" }) =>
    linesOf((await callAccount("GET", EXPORT, { jar, query })).bytes);
  const post = (body: object) => callAccount("POST", EXPORT, { jar, body });
  const selected = async (ids: string[], columns?: string) => {
    const answer = await post({ ids, ...(columns ? { columns } : {}) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="messages-/);
    return linesOf(answer.bytes);
  };
  return { workspace, jar, form, receive, lines, post, selected };
}

const fieldsOf = (prefix: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, "x"]));

/** The cells after those that every row has. */
const fieldCells = (line = "") => line.split(",").slice(4).join(",");

test("an export has one column per field name, in the order in which they first appear", async () => {
  const { receive, lines } = await setUp();
  await receive({ phone: "1", name: "Bob" });
  await receive({ name: "Ada", topics: ["a", "b"], message: 'Say "hi"\r\nnow' });
  const text = (await lines()).join("\r\n");
  expect(text.startsWith(`${HEAD},"name","topics","message","phone"\r\n`)).toBe(true);
  expect(text).toContain('"Contact","inbox","Ada","a, b","Say ""hi""\r\nnow",""\r\n');
  expect(text.endsWith('"Contact","inbox","Bob","","","1"')).toBe(true);
});

test("columns are titled by the form's labels where its forms agree on them", async () => {
  const { workspace, form, receive, lines } = await setUp();
  await receive({ when: "2026-11-21", other: "x" });
  const fields = [{ name: "when", type: "date", label: "Arrival, at the latest" }];
  await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
  const [header, line] = await lines();
  expect(header).toBe(`${HEAD},"Arrival, at the latest","other"`);
  expect(fieldCells(line)).toBe('"2026-11-21","x"');
});

test("an empty export with field columns has only the header row", async () => {
  const { lines, selected } = await setUp();
  expect(await lines()).toEqual([HEAD]);
  expect(await selected([newId()], "fields")).toEqual([HEAD]);
});

test("with more than 200 field names, the rarest are JSON in one more column", async () => {
  const { receive, lines } = await setUp();
  const [many, more] = [fieldsOf("a", 150), fieldsOf("b", 50)];
  await receive(many);
  await receive(more);
  const [complete = ""] = await lines();
  expect(complete.split(",")).toHaveLength(4 + 200);
  expect(complete).not.toContain("other fields");
  await receive({ rare: "1", rarer: ["p", "q"] });
  await receive({ ...many, ...more });
  const [header = "", newest, middle] = await lines();
  expect(header.split(",")).toHaveLength(4 + 200 + 1);
  expect(header.endsWith('"b49","other fields"')).toBe(true);
  expect(newest?.endsWith(',"x",""')).toBe(true);
  expect(middle?.endsWith(',"{""rare"":""1"",""rarer"":[""p"",""q""]}"')).toBe(true);
});

test("no field name or value becomes a formula", async () => {
  const { receive, lines } = await setUp();
  await receive({ "=cmd|' /C calc'!A0": "=1+1", list: ["+1", "-2"], "@x": "＝1" });
  const [header, row] = await lines();
  expect(fieldCells(header)).toBe(`"'=cmd|' /C calc'!A0","list","'@x"`);
  expect(fieldCells(row)).toBe(`"'=1+1","'+1, -2","'＝1"`);
});

test("a field named like another column gets a column of its own", async () => {
  const { receive, lines } = await setUp();
  await receive({ id: "7", "id (field)": "8", __proto__x: "9", form: "f" });
  const [header, row] = await lines();
  expect(fieldCells(header)).toBe('"id (field)","id (field) (field)","__proto__x","form (field)"');
  expect(fieldCells(row)).toBe('"7","8","9","f"');
});

test("without a choice of columns, an export has the API's columns", async () => {
  const { receive, lines, selected } = await setUp();
  const id = await receive({ name: "Ada" });
  const expected = expect.stringMatching(/^id,received_at,form,folder,name,email,fields_json$/);
  for (const [header] of [await lines({}), await lines({ columns: "json" }), await selected([id])])
    expect(header).toEqual(expected);
});

test("exports the selected messages, newest first, whatever their folder or order", async () => {
  const { workspace, form, receive, selected } = await setUp();
  const first = await receive({ message: "1" });
  await receive({ message: "2" });
  const third = await receive({ message: "3" });
  const spam = (await createSubmission(workspace, form, { folder: "spam" })).id;
  const rows = await selected([first, spam, third, first]);
  expect(rows.slice(1).map((line) => line.slice(1, 37))).toEqual([spam, third, first]);
});

test("a selection leaves out deleted, expired, and foreign messages", async () => {
  const { workspace, form, receive, selected } = await setUp();
  const kept = await receive({ message: "1" });
  const expiresAt = new Date(Date.now() - 1);
  const expired = await createSubmission(workspace, form, { expiresAt });
  const gone = await createForm(workspace);
  const deleted = await createSubmission(workspace, gone);
  await deleteForm(workspace.ctx, gone.id);
  const foreign = await createWorkspace();
  const other = await createSubmission(foreign, await createForm(foreign));
  const rows = await selected([kept, expired.id, deleted.id, other.id], "fields");
  expect(rows.slice(1).map((line) => line.slice(1, 37))).toEqual([kept]);
  expect(rows[0]).toBe(`${HEAD},"message"`);
});

test("rejects an export of no or too many IDs, unknown columns, and other properties", async () => {
  const { jar, post } = await setUp();
  const ids = Array.from({ length: 501 }, () => newId());
  for (const wrong of [ids, []]) expect(invalidPaths(await post({ ids: wrong }))).toEqual(["ids"]);
  const wrong = { ids: ids.slice(0, 1), columns: "all", folder: "inbox" };
  expect(invalidPaths(await post(wrong))).toEqual(["columns", "folder"]);
  const got = await callAccount("GET", EXPORT, { jar, query: { columns: "all" } });
  expect(invalidPaths(got)).toEqual(["columns"]);
});

test("the audit log shows only how many messages a selection had", async () => {
  const { workspace, receive, selected } = await setUp();
  await selected([await receive({ message: "secret" })], "fields");
  const entries = await auditEntriesOf(workspace, "submissions.exported");
  expect(entries.map(({ details }) => details)).toEqual([{ messages: 1, scope: "selection" }]);
});

/** The cell of a row that says when it was received. */
const timeOf = (line = "") => line.split(",")[1];

test("times have the offset of the page's zone, or else the member's or the workspace's, and are UTC in the API's columns", async () => {
  const { workspace, receive, lines, post } = await setUp();
  const id = await receive({ name: "Ada" });
  const timeIn = async (query: Record<string, string>) =>
    timeOf((await lines({ columns: "fields", ...query }))[1]);
  expect(await timeIn({})).toBe('"2025-10-09T08:53:21.000Z"');
  await updateWorkspace(workspace.ctx, { timeZone: "America/St_Johns" });
  expect(await timeIn({})).toBe('"2025-10-09T06:23:21.000-02:30"');
  await changeTimeZone(workspace.ctx, "Asia/Kathmandu");
  expect(await timeIn({})).toBe('"2025-10-09T14:38:21.000+05:45"');
  expect(await timeIn({ timeZone: "Europe/Berlin" })).toBe('"2025-10-09T10:53:21.000+02:00"');
  for (const [timeZone, time] of [
    [undefined, '"2025-10-09T14:38:21.000+05:45"'],
    ["Pacific/Kiritimati", '"2025-10-09T22:53:21.000+14:00"'],
  ]) {
    const { bytes } = await post({ ids: [id], columns: "fields", timeZone });
    expect(timeOf(bytes.toString("utf8").split("\r\n")[1])).toBe(time);
  }
  expect(timeOf((await lines({ timeZone: "Europe/Berlin" }))[1])).toBe(
    '"2025-10-09T08:53:21.000Z"',
  );
  expect(invalidPaths(await post({ ids: [id], timeZone: "Mars/Base" }))).toEqual(["timeZone"]);
});

test("in the hour that comes twice, the offset tells which one it is", async () => {
  const { workspace, form, lines } = await setUp();
  for (const at of ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"])
    await createSubmission(workspace, form, { receivedAt: new Date(at) });
  const [, later, earlier] = await lines({ columns: "fields", timeZone: "Europe/Berlin" });
  expect(timeOf(earlier)).toBe('"2026-10-25T02:30:00.000+02:00"');
  expect(timeOf(later)).toBe('"2026-10-25T02:30:00.000+01:00"');
});
