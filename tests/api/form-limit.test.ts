import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { createForm as createFormVerb } from "#lib/domain/forms/create-form";
import { deleteForm } from "#lib/domain/forms/forms";
import { duplicateForm } from "#lib/domain/templates/duplicate-form";
import { callApi, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createForm,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";

/** Copies of a form, so that its workspace has `count` in all. */
async function fillUp({ id: workspaceId }: Workspace, count: number): Promise<void> {
  const { settings, ...row } = await db().form.findFirstOrThrow({ where: { workspaceId } });
  const copy = () => ({ ...row, settings: settings ?? {}, id: newId(), publicKey: newId() });
  await db().form.createMany({ data: Array.from({ length: count - 1 }, copy) });
}

test("a workspace has at most 500 forms, even with concurrent requests, and a deleted one makes room", async () => {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const { id: recipientId } = await createVerifiedRecipient(workspace);
  const first = await createForm(workspace, { recipientIds: [recipientId] });
  await fillUp(workspace, 497);
  const body = { name: "Another", recipientIds: [recipientId] };
  const posts = Array.from({ length: 5 }, () => callApi("POST", "/v1/forms", { token, body }));
  const answers = await Promise.all(posts);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429]);
  const full = answers.find(({ status }) => status === 429);
  if (!full) throw new Error("two were rejected");
  expect(errorOf(full, "form_limit_reached").message).toContain("500 forms");
  expect(full.headers.has("retry-after"), "waiting doesn't help").toBe(false);
  await expectRejection(duplicateForm(workspace.ctx, first.id), "form_limit_reached");
  const elsewhere = await createWorkspace();
  await createForm(elsewhere);
  await deleteForm(workspace.ctx, first.id);
  await createFormVerb(workspace.ctx, { ...body, settings: {} });
});
