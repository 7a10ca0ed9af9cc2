import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { FormFields, SaveFieldsInput } from "#lib/fields/schema";
import { MAX_LIST_BYTES } from "#lib/fields/types";
import { duplicateForm } from "#lib/forms/create-form";
import { getFields, saveFields } from "#lib/forms/form-fields";
import { Form } from "#lib/forms/schema";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";

const NULLS = {
  help: null,
  placeholder: null,
  required: null,
  minLength: null,
  maxLength: null,
  min: null,
  max: null,
  options: null,
  multiple: null,
  autocomplete: null,
  width: null,
};

const EMAIL = { name: "email", type: "email", label: "Email", required: true };

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace);
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
  expect(await read()).toEqual({
    revision: null,
    fields: [],
    otherFields: "accept",
    onInvalid: "reject",
  });
});

/** A list of this many fields with long options, which is almost as large as allowed. */
function largeList(count: number) {
  const options = Array.from({ length: 90 }, (_, at) => ({
    value: `${at}`,
    label: "x".repeat(60),
  }));
  return Array.from({ length: count }, (_, at) => ({
    ...NULLS,
    name: `field_${at}`,
    type: "choice",
    label: `Field ${at}`,
    options,
  }));
}

test("a list that the dashboard can save fits into the API as it's read, and a larger one into neither", async () => {
  const { workspace, form, save, read } = await setUp();
  const parsed = (fields: unknown[]) => SaveFieldsInput.safeParse({ revision: null, fields });
  const fits = largeList(4);
  expect(Buffer.byteLength(JSON.stringify(fits))).toBeGreaterThan(0.95 * MAX_LIST_BYTES);
  const input = parsed(fits).data;
  if (!input) throw new Error("the list is too large");
  await saveFields(workspace.ctx, form.id, input);
  const saved = await read();
  const { revision, fields, ...rest } = saved;
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
  const choice = {
    name: "topic",
    type: "choice",
    label: "  Topic ",
    options: [{ value: "a", label: "A" }],
  };
  const first = dataOf(
    await save(null, [EMAIL, choice], { otherFields: "drop", onInvalid: "mark" }),
    200,
    FormFields,
  );
  expect(first).toEqual({
    revision: expect.any(String),
    fields: [
      { ...NULLS, ...EMAIL },
      { ...NULLS, ...choice, label: "Topic" },
    ],
    otherFields: "drop",
    onInvalid: "mark",
  });
  expect(await read()).toEqual(first);
  const { revision, fields, ...rest } = first;
  const again = dataOf(await save(revision, fields, rest), 200, FormFields);
  expect(again).toEqual({ ...first, revision: expect.any(String) });
  expect(again.revision).not.toBe(revision);
});

test("rejects an outdated revision and saves nothing", async () => {
  const { save, read } = await setUp();
  errorOf(await save(newId()), "revision_conflict");
  const first = dataOf(await save(null), 200, FormFields);
  errorOf(await save(null, []), "revision_conflict");
  const answers = await Promise.all([save(first.revision, []), save(first.revision, [])]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  errorOf(await save(first.revision), "revision_conflict");
  expect((await read()).fields).toEqual([]);
});

test("a field can't be the honeypot, nor the honeypot a field", async () => {
  const { save, patch } = await setUp();
  const trap = { name: "botcheck", type: "text", label: "Trap" };
  expect(errorOf(await save(null, [EMAIL, trap]), "validation_failed").paths).toEqual([
    "fields.1.name",
  ]);
  const { revision } = dataOf(await save(null), 200, FormFields);
  expect(errorOf(await patch({ honeypot: "email" }), "validation_failed").paths).toEqual([
    "settings.honeypot",
  ]);
  dataOf(await save(revision, []), 200, FormFields);
  dataOf(await patch({ honeypot: "email" }), 200, Form);
});

test("reports all wrong fields at once, by path", async () => {
  const { save } = await setUp();
  const wrong = [
    { name: "a", type: "text", label: "A", min: 1 },
    { name: "a", type: "choice", label: "B" },
  ];
  expect(errorOf(await save(null, wrong), "validation_failed").paths).toEqual([
    "fields.0.min",
    "fields.1.name",
    "fields.1.options",
  ]);
});

test("a copy of a form has its fields under a revision of its own", async () => {
  const { workspace, form, save } = await setUp();
  const saved = dataOf(await save(null, [EMAIL], { onInvalid: "mark" }), 200, FormFields);
  const copy = await duplicateForm(workspace.ctx, form.id);
  const fields = await getFields(workspace.ctx, copy.id);
  expect(fields).toEqual({ ...saved, revision: expect.any(String) });
  expect(fields.revision).not.toBe(saved.revision);
});
