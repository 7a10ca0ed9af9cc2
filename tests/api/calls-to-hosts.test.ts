import { expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { deleteDestination } from "#lib/domain/endpoints/save-destination";
import { testReceiver } from "#lib/domain/endpoints/test-receiver";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { expectRejection } from "#tests/support/contract/rejection";
import { addDestination } from "#tests/support/factories/destination-factories";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";

const HOST = "https://receiver.example.com";

/** A webhook destination of a new form, at another path of one host. */
async function addHook(workspace: Workspace, path = "/") {
  const form = await createForm(workspace);
  const { id } = await addDestination(workspace, form, { kind: "webhook", url: HOST + path });
  return { formId: form.id, id };
}

test("a host gets one test a minute from a workspace, whichever form, path, or kind of endpoint, also after deleting it", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const first = await addHook(workspace);
  await testWebhook(ctx, first.formId, first.id);
  await deleteDestination(ctx, first.formId, first.id);
  const second = await addHook(workspace, "/other?x=1");
  await expectRejection(testWebhook(ctx, second.formId, second.id), "webhook_test_cooldown", {
    retryAfterSeconds: 60,
  });
  await createWebhook(workspace, { id: first.formId }, { url: `${HOST}/third` });
  await expectRejection(testWebhook(ctx, first.formId), "webhook_test_cooldown");
});

test("other hosts, other chats of one service, and other workspaces can be tested meanwhile", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const { formId, id } = await addHook(workspace);
  await testWebhook(ctx, formId, id);
  const slack = "https://hooks.slack.com/services/T0001/B0001/secretSlackPart";
  for (const end of ["1234", "5678"]) {
    const chat = await addDestination(
      workspace,
      { id: formId },
      { kind: "slack", url: slack + end },
    );
    await testWebhook(ctx, formId, chat.id);
    await deleteDestination(ctx, formId, chat.id);
    const again = await addDestination(
      workspace,
      { id: formId },
      { kind: "slack", url: slack + end },
    );
    await expectRejection(testWebhook(ctx, formId, again.id), "webhook_test_cooldown");
  }
  const other = await createWorkspace();
  const theirs = await addHook(other);
  await testWebhook(other.ctx, theirs.formId, theirs.id);
});

test("a replay counts for the host too", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const [one, two] = [await addHook(workspace), await addHook(workspace, "/two")];
  const period = { from: 0, to: ctx.now.getTime(), status: "all" } as const;
  await replayWebhook(ctx, one.formId, period, one.id);
  const second = replayWebhook(ctx, two.formId, period, two.id);
  await expectRejection(second, "retry_cooldown", { retryAfterSeconds: 60 });
});

test("ten receiver tests a minute reach a host, whichever forms they're of", async () => {
  const workspace = await createWorkspace();
  const start = async (index: number) => {
    const form = await createForm(workspace);
    await createWebhook(workspace, form, { url: `${HOST}/${index}` });
    const checks = testReceiver(workspace.ctx, form.id);
    const first = await checks.next().catch((error: unknown) => error);
    await checks.return();
    return first instanceof AppError ? first.code : "started";
  };
  const ends: string[] = [];
  for (let index = 0; index < 11; index += 1) ends.push(await start(index));
  expect(ends).toEqual([...Array(10).fill("started"), "rate_limited"]);
});
