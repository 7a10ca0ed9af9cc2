import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { ReplayRoutingInput } from "#lib/domain/forms/routing/schema";
import { previewConditions, replayRouting } from "#lib/domain/submissions/replay-routing";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { routingRule } from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";

async function setUp() {
  const workspace = await createWorkspace();
  const owner = await createVerifiedRecipient(workspace);
  const sales = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { recipientIds: [owner.id] });
  const post = (fields: Record<string, unknown>) => submitTo(form, fields);
  const rule = (change: object = {}) => ({ ...routingRule([sales.id]), ...change });
  const replay = (rules: object[], enabled = true) =>
    replayRouting(workspace.ctx, form.id, ReplayRoutingInput.parse({ config: { enabled, rules } }));
  return { workspace, owner, sales, form, post, rule, replay };
}

test("a replay compares the recipients under a draft with the actual ones", async () => {
  const { owner, sales, post, rule, replay } = await setUp();
  const other = await post({
    topic: "press",
    message: "A question",
    _replyto: "bob@example.com",
  });
  const wanted = await post({ name: "Ada", email: "ada@example.com", topic: [" Sales ", "x"] });
  const replayed = await replay([rule()]);
  const person = ({ id, email }: { id: string; email: string }) => ({ id, email });
  expect(replayed).toMatchObject([
    {
      submissionId: wanted,
      sender: { name: "Ada", email: "ada@example.com", phone: null },
      was: { reason: "form_recipients", recipients: [person(owner)] },
      would: { reason: "routing_rule", ruleName: "Sales", recipients: [person(sales)] },
      isDifferent: true,
    },
    {
      submissionId: other,
      sender: { name: null, email: "bob@example.com", phone: null },
      would: { reason: "form_recipients", recipients: [person(owner)] },
      isDifferent: false,
    },
  ]);
  expect((await replay([rule()], false)).map(({ isDifferent }) => isDifferent)).toEqual([
    false,
    false,
  ]);
});

test("a replay saves, creates, and sends nothing", async () => {
  const { workspace, form, post, rule, replay } = await setUp();
  await post({ topic: "sales" });
  const where = { where: { workspaceId: workspace.id } };
  const state = async () => [
    await db().routing.count({ where: { formId: form.id } }),
    await db().submission.findMany(where),
    await db().delivery.findMany(where),
  ];
  const before = await state();
  await replay([rule()]);
  expect(await state()).toEqual(before);
});

test("a replay skips spam but includes submissions moved out of spam", async () => {
  const { workspace, post, rule, replay } = await setUp();
  const caught = await post({ topic: "sales", botcheck: "x" });
  expect(await replay([rule()])).toEqual([]);
  await updateSubmission(workspace.ctx, caught, { folder: "archive" });
  expect(await replay([rule()])).toMatchObject([
    { was: { reason: "spam", recipients: [] }, would: { ruleName: "Sales" }, isDifferent: true },
  ]);
});

test("a replay covers the form's last 50 submissions and skips expired ones", async () => {
  const { workspace, form, rule, replay } = await setUp();
  const at = (minute: number) => new Date(workspace.ctx.now.getTime() - minute * 60_000);
  const minutes = Array.from({ length: 52 }, (_, minute) => minute);
  const create = (minute: number) =>
    createSubmission(workspace, form, {
      receivedAt: at(minute),
      folder: minute % 2 === 0 ? "inbox" : "archive",
      ...(minute === 1 ? { expiresAt: at(0) } : {}),
    });
  await Promise.all(minutes.map(create));
  await createSubmission(workspace, await createForm(workspace));
  const times = (await replay([rule()])).map(({ receivedAt }) => receivedAt);
  const expected = minutes.slice(0, 51).filter((minute) => minute !== 1);
  expect(times).toEqual(expected.map((minute) => at(minute).getTime()));
});

test("a replay rejects a draft that can't be saved", async () => {
  const { rule, replay } = await setUp();
  await expectRejection(replay([rule({ field: "botcheck" })]), "validation_failed", {
    details: [{ path: "config.rules.0.field" }],
  });
  const stranger = await createVerifiedRecipient(await createWorkspace());
  await expectRejection(replay([rule({ recipientIds: [stranger.id] })]), "recipient_not_verified", {
    details: [{ path: "config.rules.0.recipientIds.0" }],
  });
});

test("a preview counts which of the last 50 messages outside spam meet conditions", async () => {
  const { workspace, post } = await setUp();
  const form = await createForm(workspace);
  const topics = [...Array.from({ length: 51 }, () => "sales"), "press", "other"];
  for (const topic of topics) await createSubmission(workspace, form, { fields: { topic } });
  await createSubmission(workspace, form, { folder: "spam", fields: { topic: "press" } });
  await post({ topic: "press" });
  const rules = ["press", "other"].map(
    (value) => ({ field: "topic", operator: "equals", value }) as const,
  );
  const preview = (match: "all" | "any") =>
    previewConditions(workspace.ctx, form.id, { match, rules });
  expect(await preview("any")).toEqual({ matching: 2, total: 50 });
  expect(await preview("all")).toEqual({ matching: 0, total: 50 });
});
