import { expect, test } from "vitest";
import { readRecentContents } from "#lib/submissions/recent-contents";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

test("recent contents are those of a form's 20 latest messages outside spam, the newest first", async () => {
  const workspace = await createWorkspace();
  const [form, other] = [await createForm(workspace), await createForm(workspace)];
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  for (let minute = 0; minute < 22; minute += 1)
    await createSubmission(workspace, form, {
      fields: { at: String(minute) },
      folder: minute % 2 === 0 ? "inbox" : "archive",
      receivedAt: at(minute),
    });
  const later = { receivedAt: at(59) };
  await createSubmission(workspace, form, { ...later, fields: { junk: "x" }, folder: "spam" });
  await createSubmission(workspace, form, {
    ...later,
    fields: { old: "x" },
    expiresAt: new Date(0),
  });
  await createSubmission(workspace, other, { ...later, fields: { elsewhere: "x" } });
  const contents = await readRecentContents(workspace.ctx, form.id);
  const expected = Array.from({ length: 20 }, (_, index) => [["at", String(21 - index)]]);
  expect(contents.map(({ fields }) => fields)).toEqual(expected);
  expect(contents.every(({ fileFields }) => fileFields.length === 0)).toBe(true);
});

test("recent contents of a form in another workspace aren't readable", async () => {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  await createSubmission(workspace, form);
  expect(await readRecentContents((await createWorkspace()).ctx, form.id)).toEqual([]);
});
