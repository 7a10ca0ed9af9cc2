import { expect, test } from "vitest";
import { listFieldNames } from "#lib/submissions/recent-contents";
import { createForm, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

test("field names come from a form's latest messages outside spam, the most frequent first", async () => {
  const workspace = await createWorkspace();
  const [form, other] = [await createForm(workspace), await createForm(workspace)];
  await createSubmission(workspace, form, { fields: { topic: "a", message: "b" } });
  await createSubmission(workspace, form, { fields: { topic: "c" }, folder: "archive" });
  await createSubmission(workspace, form, { fields: { junk: "x" }, folder: "spam" });
  await createSubmission(workspace, form, { fields: { old: "x" }, expiresAt: new Date(0) });
  await createSubmission(workspace, other, { fields: { elsewhere: "x" } });
  expect(await listFieldNames(workspace.ctx, form.id)).toEqual(["topic", "message"]);
});

test("a message with thousands of fields or very long ones doesn't lengthen the list of names", async () => {
  const { workspace, form } = await createOwnForm();
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, "x"]));
  await createSubmission(workspace, form, { fields: many });
  await createSubmission(workspace, form, { fields: { huge: "x".repeat(70_000) } });
  await createSubmission(workspace, form, { fields: { ["n".repeat(101)]: "x" } });
  const names = await listFieldNames(workspace.ctx, form.id);
  expect(names).toHaveLength(50);
  expect(names.every((name) => name.startsWith("f"))).toBe(true);
});
