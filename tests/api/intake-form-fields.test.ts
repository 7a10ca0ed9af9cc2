import { describe, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import type { ErrorEnvelope } from "#lib/entry/http/respond";
import { acceptedId, type Post, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";

const FIELDS = [
  { name: "email", type: "email", label: "Email", required: true },
  { name: "age", type: "number", label: "Age", min: 18 },
  { name: "topic", type: "choice", label: "Topic", options: [{ value: "a", label: "A" }] },
  { name: "cv", type: "file", label: "CV" },
];

async function openForm(rest: object = {}, fields: unknown[] = FIELDS) {
  const { workspace, ctx, form } = await createOwnForm({
    settings: { uploads: { enabled: true } },
  });
  const input = SaveFieldsInput.parse({ revision: null, fields, ...rest });
  await saveFields(ctx, form.id, input);
  const stored = () => db().submission.count({ where: { formId: form.id } });
  return { workspace, form, stored };
}

type Values = [name: string, value: string][];
const asJson = { accept: "application/json" };

/** The same values on each path. */
const PATHS: Record<string, (values: Values) => Post> = {
  urlencoded: (form) => ({ form, headers: asJson }),
  JSON: (values) => ({ json: Object.fromEntries(values) }),
  "JSON as text": (values) => ({
    raw: JSON.stringify(Object.fromEntries(values)),
    contentType: "text/plain",
  }),
  multipart: (values) => ({
    multipart: values.map(([name, content]) => ({ name, content })),
    headers: asJson,
  }),
};

async function pathsOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(422);
  const { error } = (await response.json()) as ErrorEnvelope;
  expect(error.code).toBe("validation_failed");
  return (error.details ?? []).map(({ path }) => path);
}

describe.each(Object.entries(PATHS))("%s", (_, toPost) => {
  test("stores what fits exactly as sent", async () => {
    const { workspace, form } = await openForm();
    const values: Values = [
      ["age", "18.0"],
      ["email", " ada@example.com"],
      ["other", "kept"],
    ];
    const id = await acceptedId(await postVisit(form.publicKey, toPost(values)));
    const { fields, invalidFields } = await getSubmission(workspace.ctx, id);
    expect(Object.entries(fields)).toEqual(values);
    expect(invalidFields).toBeNull();
  });

  test("rejects all faults at once by field name, and stores nothing", async () => {
    const { form, stored } = await openForm();
    const values: Values = [
      ["age", "17"],
      ["topic", "'; DROP TABLE forms; --"],
      ["cv", "cv.pdf"],
    ];
    const paths = await pathsOf(await postVisit(form.publicKey, toPost(values)));
    expect(paths).toEqual(["email", "age", "topic", "cv"]);
    expect(await stored()).toBe(0);
  });

  test("marks what doesn't fit if the form says so", async () => {
    const { workspace, form } = await openForm({ onInvalid: "mark" });
    const values: Values = [["age", "old"]];
    const id = await acceptedId(await postVisit(form.publicKey, toPost(values)));
    const { fields, invalidFields } = await getSubmission(workspace.ctx, id);
    expect(fields).toEqual({ age: "old" });
    expect(invalidFields).toEqual([
      { name: "email", message: "is required" },
      { name: "age", message: "must be a number" },
    ]);
  });

  test("drops or rejects other fields, but never control fields or those of other services", async () => {
    const values: Values = [
      ["email", "ada@example.com"],
      ["_replyto", "ada@example.org"],
      ["_captcha", "false"],
      ["extra", "x"],
    ];
    const dropping = await openForm({ otherFields: "drop" });
    const id = await acceptedId(await postVisit(dropping.form.publicKey, toPost(values)));
    const { fields } = await getSubmission(dropping.workspace.ctx, id);
    expect(Object.keys(fields)).toEqual(["email", "_replyto"]);
    const counted = await db().rejectedSubmission.findMany({ where: { formId: dropping.form.id } });
    expect(counted).toMatchObject([{ code: "fields_dropped", count: 1 }]);
    const rejecting = await openForm({ otherFields: "reject", onInvalid: "mark" });
    const answer = await postVisit(rejecting.form.publicKey, toPost(values));
    expect(await pathsOf(answer)).toEqual(["extra"]);
    const kept = await postVisit(rejecting.form.publicKey, toPost(values.slice(0, 3)));
    expect(kept.status).toBe(200);
  });
});

test("files: only in their field, and as many as it takes; others are dropped with their field", async () => {
  const { workspace, form } = await openForm({ otherFields: "drop" });
  const email = { name: "email", content: "ada@example.com" };
  const file = (name: string) => ({ name, filename: `${name}.txt`, content: "text" });
  const post = (...files: ReturnType<typeof file>[]) =>
    postVisit(form.publicKey, { multipart: [email, ...files], headers: asJson });
  expect(await pathsOf(await post(file("cv"), file("cv"), file("age")))).toEqual(["age", "cv"]);
  const id = await acceptedId(await post(file("cv"), file("extra")));
  const { attachments } = await getSubmission(workspace.ctx, id);
  expect(attachments.map(({ field }) => field)).toEqual(["cv"]);
});

test("a submission of which nothing is left is empty", async () => {
  const optional = [{ name: "note", type: "text", label: "Note" }];
  const { form, stored } = await openForm({ otherFields: "drop" }, optional);
  const answer = await postVisit(form.publicKey, { json: { other: "x" } });
  expect(await answer.json()).toMatchObject({ error: { code: "empty_submission" } });
  expect(await stored()).toBe(0);
});

test("a rejection spends neither the idempotency key nor the challenge", async () => {
  const { form, stored } = await openForm();
  await createVerifiedWidget(form.id);
  const headers = { "idempotency-key": "once" };
  const json = { email: "ada", "cf-turnstile-response": "unspent" };
  const wrong = await postVisit(form.publicKey, { json, headers });
  expect(await pathsOf(wrong)).toEqual(["email"]);
  expect(await stored()).toBe(0);
  expect(await db().idempotencyKey.count({ where: { formId: form.id } })).toBe(0);
});

test("a saved list applies at once to a form that intake has read before", async () => {
  const { workspace, form } = await openForm();
  const post = () => postVisit(form.publicKey, { json: { email: "ada@example.com", age: 30 } });
  expect((await post()).status).toBe(200);
  const [row] = await db().formFieldList.findMany({ where: { formId: form.id } });
  const stricter = [{ name: "age", type: "number", label: "Age", max: 20 }];
  const input = { revision: row?.revision ?? null, fields: stricter, otherFields: "reject" };
  const saved = await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse(input));
  expect(await pathsOf(await post())).toEqual(["age", "email"]);
  const none = { revision: saved.revision, fields: [], otherFields: "reject" };
  await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse(none));
  expect((await post()).status).toBe(200);
});
