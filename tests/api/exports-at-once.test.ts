import { expect, test } from "vitest";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import { exportPerson } from "#lib/domain/submissions/person/person-data";
import { expectRejection } from "#tests/support/contract/rejection";
import { createOwnForm } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

const readAll = async (stream: ReadableStream<Uint8Array>) => {
  const { byteLength } = await new Response(stream).arrayBuffer();
  return byteLength;
};

test("a workspace has one large export at a time, which ends when it was read or cancelled", async () => {
  const { workspace, ctx, form } = await createOwnForm();
  await createSubmission(workspace, form, { fields: { email: "ada@example.com" } });
  const person = { email: "ada@example.com" };
  const starts = await Promise.allSettled([1, 2, 3].map(() => exportWorkspace(ctx)));
  const open = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(open).toHaveLength(1);
  await expectRejection(exportWorkspace(ctx), "rate_limited", { retryAfterSeconds: 30 });
  await expectRejection(exportPerson(ctx, person), "rate_limited");
  const other = await createOwnForm();
  await (await exportWorkspace(other.ctx)).cancel();
  await open[0]?.cancel();
  expect(await readAll(await exportWorkspace(ctx))).toBeGreaterThan(0);
  expect(await readAll(await exportPerson(ctx, person))).toBeGreaterThan(0);
  await (await exportPerson(ctx, person)).cancel();
});

test("an export that can't begin leaves no trace that keeps the next one away", async () => {
  const { ctx } = await createOwnForm();
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Error("the owner is a user");
  const stale = { ...ctx, actor: { ...actor, provenAt: new Date(0) } };
  await expectRejection(exportWorkspace(stale), "reauthentication_required");
  await (await exportWorkspace(ctx)).cancel();
});
