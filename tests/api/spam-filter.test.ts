import { expect, test } from "vitest";
import { getSpamFilter, saveSpamFilter } from "#lib/domain/forms/spam/filter";
import { addSender, listSenders } from "#lib/domain/forms/spam/protection";
import { getSubmission } from "#lib/domain/submissions/store";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { createOwnForm } from "#tests/support/factories/factories";

test("a form that was never saved watches, without a challenge", async () => {
  const { workspace, form } = await createOwnForm();
  expect(await getSpamFilter(workspace.ctx, form.id)).toEqual({
    revision: null,
    filter: "watch",
    challenge: false,
  });
});

test("of two saves with the same revision one wins", async () => {
  const { workspace, form } = await createOwnForm();
  const { ctx } = workspace;
  const saved = await saveSpamFilter(ctx, form.id, {
    revision: null,
    filter: "move",
    challenge: true,
  });
  expect(saved).toMatchObject({ filter: "move", challenge: true });
  await expectRejection(
    saveSpamFilter(ctx, form.id, { revision: null, filter: "off", challenge: false }),
    "revision_conflict",
  );
  expect(await getSpamFilter(ctx, form.id)).toEqual(saved);
});

test("a sender is on one list: the one it was added to last", async () => {
  const { workspace } = await createOwnForm();
  const { ctx } = workspace;
  await addSender(ctx, "blocked", "@example.com");
  expect(await addSender(ctx, "safe", "@example.com")).toBe(true);
  expect((await listSenders(ctx)).blocked).toEqual([]);
  expect((await listSenders(ctx)).safe).toMatchObject([{ entry: "@example.com" }]);
});

test("a safe address of a blocked domain isn't blocked, and a blocked one of a safe domain is", async () => {
  const { workspace, form } = await createOwnForm();
  const { ctx } = workspace;
  await addSender(ctx, "blocked", "@example.com");
  await addSender(ctx, "safe", "ada@example.com");
  await addSender(ctx, "safe", "@example.org");
  await addSender(ctx, "blocked", "eve@example.org");
  const folderOf = async (email: string) => {
    const json = { email, message: "Hello" };
    const id = await acceptedId(await postVisit(form.publicKey, { json }));
    return (await getSubmission(ctx, id)).folder;
  };
  expect(await folderOf("ada@example.com")).toBe("inbox");
  expect(await folderOf("bob@example.com")).toBe("spam");
  expect(await folderOf("ada@example.org")).toBe("inbox");
  expect(await folderOf("eve@example.org")).toBe("spam");
});
