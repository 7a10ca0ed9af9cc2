import { expect, test } from "vitest";
import { getOptions, saveOptions } from "#lib/domain/forms/options/form-options";
import { type Options, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { createOwnForm, createWorkspace } from "#tests/support/factories/factories";

const SAVED: Options = {
  revision: null,
  opensAt: 1_764_547_200_001,
  closesAt: 4_100_000_000_000,
  maxSubmissions: 50,
  closedText: "See you next year",
  keepContext: false,
  attachFiles: true,
  scriptAnswer: "text",
};

test("a form whose options were never saved is always open", async () => {
  const { ctx, form } = await createOwnForm();
  expect(await getOptions(ctx, form.id)).toEqual({
    revision: null,
    opensAt: null,
    closesAt: null,
    maxSubmissions: null,
    closedText: null,
    keepContext: true,
    attachFiles: false,
    scriptAnswer: "json",
  });
});

test("of two saves with the same revision one wins, and everything is as it was sent", async () => {
  const { ctx, form } = await createOwnForm();
  const saved = await saveOptions(ctx, form.id, SAVED);
  expect(saved).toEqual({ ...SAVED, revision: expect.any(String) });
  await expectRejection(saveOptions(ctx, form.id, UNSAVED_OPTIONS), "revision_conflict");
  expect(await getOptions(ctx, form.id)).toEqual(saved);
  const cleared = { ...UNSAVED_OPTIONS, revision: saved.revision };
  expect(await saveOptions(ctx, form.id, cleared)).toEqual({
    ...UNSAVED_OPTIONS,
    revision: expect.any(String),
  });
});

test("another workspace's form has no options", async () => {
  const { form } = await createOwnForm();
  const { ctx } = await createWorkspace();
  await expectRejection(getOptions(ctx, form.id), "not_found");
  await expectRejection(saveOptions(ctx, form.id, SAVED), "not_found");
});

test("options apply to the next submission", async () => {
  const { ctx, form } = await createOwnForm();
  const answer = async () => (await postVisit(form.publicKey, { json: { message: "hi" } })).text();
  expect(await answer()).toContain("success");
  await saveOptions(ctx, form.id, { ...UNSAVED_OPTIONS, scriptAnswer: "text" });
  expect(await answer()).toBe("OK");
});
