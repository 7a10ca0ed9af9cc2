import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { searchIndexStep } from "#lib/jobs/index-search";
import { postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { indexAll, readIndex } from "#tests/support/factories/many-messages";
import { createSearched, LATER, listAll, MANY } from "#tests/support/factories/search-messages";

test("search doesn't find a deleted submission, and the index drops it within a day", async () => {
  const { workspace, ids } = await createSearched();
  await indexAll(LATER);
  const deleted = [0, 97, 194].map((n) => ids[n] ?? "");
  await db().submission.deleteMany({ where: { id: { in: deleted } } });
  const found = await listAll(workspace, { folder: "all", search: "xylophon" });
  expect(found.filter((id) => deleted.includes(id))).toEqual([]);
  expect((await readIndex(workspace)).segments).toEqual([MANY]);
  const step = searchIndexStep(new Date(LATER.getTime() + 86_400_001));
  while (!(await step.runBatch()).isDone);
  expect((await readIndex(workspace)).segments).toEqual([MANY - 3]);
  expect(await listAll(workspace, { folder: "all", search: "xylophon" })).toEqual(found);
});

test("adds an accepted submission to the search backlog before the response", async () => {
  const workspace = await createWorkspace();
  const { publicKey } = await createForm(workspace);
  const answer = await postVisit(publicKey, { json: { message: "Zwetschge" } });
  const { id } = (await answer.json()).data;
  expect(await db().searchBacklog.findMany({ where: { workspaceId: workspace.id } })).toMatchObject(
    [{ submissionId: id }],
  );
});

test("removes a submission from the search backlog if it's deleted before indexing", async () => {
  const { workspace } = await createSearched();
  await db().submission.deleteMany({ where: { workspaceId: workspace.id } });
  expect(await readIndex(workspace)).toEqual({ segments: [], backlog: 0 });
});

test("deleting a workspace deletes its search index", async () => {
  const { workspace } = await createSearched();
  await indexAll(LATER);
  const segments = await db().searchPart.findMany({ where: { workspaceId: workspace.id } });
  await db().workspace.delete({ where: { id: workspace.id } });
  const where = { partId: { in: segments.map(({ id }) => id) } };
  expect(segments).toHaveLength(1);
  expect(await db().searchList.count({ where })).toBe(0);
  expect(await db().searchBitmap.count({ where })).toBe(0);
  expect(await readIndex(workspace)).toEqual({ segments: [], backlog: 0 });
});
