import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { searchPartsStep } from "#lib/jobs/maintenance/index-search";
import { postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { indexAll, readIndex } from "#tests/support/factories/many-messages";
import { createSearched, LATER, listAll, MANY } from "#tests/support/factories/search-messages";

test("what is deleted is not found, and leaves the index within a day", async () => {
  const { workspace, ids } = await createSearched();
  await indexAll(LATER);
  const gone = [0, 97, 194].map((n) => ids[n] ?? "");
  await db().submission.deleteMany({ where: { id: { in: gone } } });
  const found = await listAll(workspace, { folder: "all", search: "xylophon" });
  expect(found.filter((id) => gone.includes(id))).toEqual([]);
  expect((await readIndex(workspace)).parts).toEqual([MANY]);
  const step = searchPartsStep(new Date(LATER.getTime() + 86_400_001));
  while (!(await step.runBatch()).isDone);
  expect((await readIndex(workspace)).parts).toEqual([MANY - 3]);
  expect(await listAll(workspace, { folder: "all", search: "xylophon" })).toEqual(found);
});

test("an accepted message is in the backlog when its visitor is answered", async () => {
  const workspace = await createWorkspace();
  const { publicKey } = await createForm(workspace);
  const answer = await postVisit(publicKey, { json: { message: "Zwetschge" } });
  const { id } = (await answer.json()).data;
  expect(await db().searchBacklog.findMany({ where: { workspaceId: workspace.id } })).toMatchObject(
    [{ submissionId: id }],
  );
});

test("a message that is deleted before it is indexed leaves nothing behind", async () => {
  const { workspace } = await createSearched();
  await db().submission.deleteMany({ where: { workspaceId: workspace.id } });
  expect(await readIndex(workspace)).toEqual({ parts: [], backlog: 0 });
});

test("a workspace that is deleted takes its index along", async () => {
  const { workspace } = await createSearched();
  await indexAll(LATER);
  const parts = await db().searchPart.findMany({ where: { workspaceId: workspace.id } });
  await db().workspace.delete({ where: { id: workspace.id } });
  const where = { partId: { in: parts.map(({ id }) => id) } };
  expect(parts).toHaveLength(1);
  expect(await db().searchList.count({ where })).toBe(0);
  expect(await db().searchBitmap.count({ where })).toBe(0);
  expect(await readIndex(workspace)).toEqual({ parts: [], backlog: 0 });
});
