import { expect, test } from "vitest";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { FormFields, SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { MAX_LIST_BYTES } from "#lib/domain/forms/fields/types";
import { Form } from "#lib/domain/forms/schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { createOwnForm } from "#tests/support/factories/factories";

/** What a field has unless it's given. */
const NULLS = Object.fromEntries(
  "help placeholder required minLength maxLength min max options multiple autocomplete width"
    .split(" ")
    .map((name) => [name, null]),
);

const EMAIL = { name: "email", type: "email", label: "Email", required: true };

async function setUp() {
  const { workspace, token, form } = await createOwnForm();
  const path = `/v1/forms/${form.id}`;
  const save = (revision: unknown, fields: unknown[] = [EMAIL], rest: object = {}) =>
    callApi("POST", `${path}/fields`, { token, body: { revision, fields, ...rest } });
  const read = async () =>
    dataOf(await callApi("GET", `${path}/fields`, { token }), 200, FormFields);
  const patch = (settings: unknown) => callApi("PATCH", path, { token, body: { settings } });
  return { workspace, token, form, path, save, read, patch };
}

test("a form has no fields and accepts all until they're saved", async () => {
  const { read } = await setUp();
  const unsaved = { revision: null, fields: [], otherFields: "accept", onInvalid: "reject" };
  expect(await read()).toEqual(unsaved);
});

/** A list of this many fields with long options, which is almost as large as allowed. */
function largeList(count: number) {
  const label = "x".repeat(60);
  const options = Array.from({ length: 90 }, (_, at) => ({ value: `${at}`, label }));
  const field = { ...NULLS, type: "choice", label: "Field", options };
  return Array.from({ length: count }, (_, at) => ({ ...field, name: `field_${at}` }));
}

test("a list that the dashboard can save fits into the API as it's read, and a larger one into neither", async () => {
  const { workspace, form, save, read } = await setUp();
  const parsed = (fields: unknown[]) => SaveFieldsInput.safeParse({ revision: null, fields });
  const fits = largeList(4);
  expect(Buffer.byteLength(JSON.stringify(fits))).toBeGreaterThan(0.95 * MAX_LIST_BYTES);
  const input = parsed(fits).data;
  if (!input) throw new Error("the list is too large");
  await saveFields(workspace.ctx, form.id, input);
  const { revision, fields, ...rest } = await read();
  expect(dataOf(await save(revision, fields, rest), 200, FormFields).fields).toEqual(fits);
  for (const list of [largeList(5), largeList(50)]) {
    const [issue] = parsed(list).error?.issues ?? [];
    expect(issue?.path).toEqual(["fields"]);
    expect(issue?.message).toMatch(/^must be at most 32 KB as JSON in total, but are \d+ KB$/);
    errorOf(await save(null, list), "body_too_large");
  }
});

test("a save returns all members with a new revision, and can be saved exactly as it was read", async () => {
  const { save, read } = await setUp();
  const options = [{ value: "a", label: "A" }];
  const choice = { name: "topic", type: "choice", label: "  Topic ", options };
  const rest = { otherFields: "drop", onInvalid: "mark" };
  const first = dataOf(await save(null, [EMAIL, choice], rest), 200, FormFields);
  const { revision, fields } = first;
  expect(fields).toEqual([
    { ...NULLS, ...EMAIL },
    { ...NULLS, ...choice, label: "Topic" },
  ]);
  expect(first).toEqual({ revision: expect.any(String), fields, ...rest });
  expect(await read()).toEqual(first);
  const again = dataOf(await save(revision, fields, rest), 200, FormFields);
  expect(again).toEqual({ ...first, revision: expect.any(String) });
  expect(again.revision).not.toBe(revision);
});

test("a field can't be the honeypot, nor the honeypot a field", async () => {
  const { save, patch } = await setUp();
  const trap = { name: "botcheck", type: "text", label: "Trap" };
  expect(invalidPaths(await save(null, [EMAIL, trap]))).toEqual(["fields.1.name"]);
  const { revision } = dataOf(await save(null), 200, FormFields);
  expect(invalidPaths(await patch({ honeypot: "email" }))).toEqual(["settings.honeypot"]);
  dataOf(await save(revision, []), 200, FormFields);
  dataOf(await patch({ honeypot: "email" }), 200, Form);
});

test("reports all wrong fields at once, by path", async () => {
  const { save } = await setUp();
  const wrong = [
    { name: "a", type: "text", label: "A", min: 1 },
    { name: "a", type: "choice", label: "B" },
  ];
  const paths = ["fields.0.min", "fields.1.name", "fields.1.options"];
  expect(invalidPaths(await save(null, wrong))).toEqual(paths);
});
