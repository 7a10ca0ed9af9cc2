import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { NotificationPlan } from "#lib/domain/emails/schema";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { updateForm } from "#lib/domain/forms/update-form";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { submitTo } from "#tests/support/contract/intake";
import {
  createForm,
  createPendingRecipient,
  createToken,
  createTwoRecipients,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { routingRule } from "#tests/support/factories/integration-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["integrations:read"] });
  const [owner, sales, support] = [
    await createVerifiedRecipient(workspace),
    await createVerifiedRecipient(workspace),
    await createVerifiedRecipient(workspace),
  ];
  const form = await createForm(workspace, { recipientIds: [owner.id] });
  const rule = (change: Record<string, unknown> = {}) => ({
    ...routingRule([sales.id]),
    ...change,
  });
  const preview = (config: unknown, fields: unknown = {}) =>
    callApi("POST", `/v1/forms/${form.id}/routing/preview`, { token, body: { config, fields } });
  const plan = async (rules: unknown[], fields: unknown, enabled = true) =>
    dataOf(await preview({ enabled, rules }, fields), 200, NotificationPlan);
  const person = ({ id, email }: { id: string; email: string }) => ({ id, email });
  return { workspace, form, owner, sales, support, rule, preview, plan, person };
}

test("a preview returns the recipients of the first matching rule, in its order", async () => {
  const { rule, plan, person, sales, support } = await setUp();
  const late = rule({ name: "Late" });
  const first = rule({ operator: "contains", recipientIds: [support.id, sales.id] });
  const rules = [rule({ value: "other" }), first, late];
  expect(await plan(rules, { topic: "  PRESALES " })).toEqual({
    recipients: [person(support), person(sales)],
    reason: "routing_rule",
    ruleId: first.id,
    ruleName: "Sales",
  });
});

test("a rule matches a field named `__proto__`", async () => {
  const { workspace, form, rule } = await setUp();
  const token = await createToken(workspace);
  const config = JSON.stringify({ enabled: true, rules: [rule({ field: "__proto__" })] });
  const rawBody = `{"config":${config},"fields":{"__proto__":"sales"}}`;
  const answer = await callApi("POST", `/v1/forms/${form.id}/routing/preview`, { token, rawBody });
  expect(dataOf(answer, 200, NotificationPlan).reason).toBe("routing_rule");
});

test("a preview omits form recipients that are no longer verified", async () => {
  const { owner, plan } = await setUp();
  await db().recipient.updateMany({ where: { id: owner.id }, data: { verifiedAt: null } });
  expect(await plan([], {})).toMatchObject({ recipients: [], reason: "notifications_disabled" });
});

test("a preview rejects an invalid configuration with the path of each error", async () => {
  const { workspace, rule, preview } = await setUp();
  const config = (...rules: unknown[]) => ({ enabled: true, rules });
  const pending = await createPendingRecipient(workspace);
  const unverified = await preview(config(rule(), rule({ recipientIds: [pending.id] })));
  expect(errorOf(unverified, "recipient_not_verified").paths).toEqual([
    "config.rules.1.recipientIds.0",
  ]);
  const honeypot = await preview(config(rule({ field: "botcheck" })));
  expect(invalidPaths(honeypot)).toEqual(["config.rules.0.field"]);
  const reserved = await preview(config(rule({ field: "_service_autoreply" })));
  expect(invalidPaths(reserved)).toEqual(["config.rules.0.field"]);
  const wrong = await preview({ ...config(rule({ value: "" })), revision: null }, { topic: 1 });
  expect(invalidPaths(wrong)).toEqual(["config.rules.0.value", "config.revision", "fields.topic"]);
});

test("concurrent previews save, store, and send nothing", async () => {
  const { workspace, form, rule, plan } = await setUp();
  const before = drainTriggerCount();
  const rules = [rule()];
  const plans = await Promise.all(
    Array.from({ length: 10 }, () => plan(rules, { topic: "sales" })),
  );
  for (const one of plans) expect(one).toEqual(plans[0]);
  const where = { workspaceId: workspace.id };
  expect(await db().routing.count({ where: { formId: form.id } })).toBe(0);
  expect(await db().submission.count({ where })).toBe(0);
  expect(await db().delivery.count({ where: { ...where, channel: "email" } })).toBe(0);
  expect(await db().delivery.count({ where: { ...where, dueAt: { not: null } } })).toBe(0);
  expect(drainTriggerCount()).toBe(before);
});

beforeEach(emptyOutbox);

/** Creates a form with a rule that notifies one recipient, and a submission that matches it. */
async function createRouted() {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const [sales, other] = await createTwoRecipients(workspace);
  const form = await createForm(workspace);
  const rules = [routingRule([sales.id])];
  const { revision } = await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  const save = (enabled: boolean, changed: typeof rules) =>
    saveRouting(ctx, form.id, { revision, enabled, rules: changed });
  const id = await submitTo(form, { topic: "sales" });
  const planOf = async () => (await getSubmission(ctx, id)).notificationPlan;
  const plan = await planOf();
  expect(plan).toMatchObject({ reason: "routing_rule", ruleName: "Sales" });
  return { ctx, form, id, sales, others: [routingRule([other.id])], save, plan, planOf };
}

type Routed = Awaited<ReturnType<typeof createRouted>>;

const CHANGES: [string, (routed: Routed) => Promise<unknown>][] = [
  ["its rule notifies someone else", ({ save, others }) => save(true, others)],
  ["its rules are deleted", ({ save }) => save(true, [])],
  ["routing is disabled", ({ save, others }) => save(false, others)],
  [
    "its form no longer notifies anyone",
    ({ ctx, form }) => updateForm(ctx, form.id, { recipientIds: [] }),
  ],
];

test.each(CHANGES)("a submission's plan and recipients don't change when %s", async (_, change) => {
  const routed = await createRouted();
  const { ctx, sales, plan, planOf } = routed;
  await change(routed);
  expect(await planOf()).toEqual(plan);
  await drainOutbox();
  const { data } = await listCapturedEmails(ctx, { limit: 50 });
  expect(data.map(({ to, kind }) => [kind, to])).toEqual([["notification", sales.email]]);
  expect(await planOf()).toEqual(plan);
});

test("a submission moved to spam and back keeps its plan and notifies no one", async () => {
  const { ctx, id, plan, planOf } = await createRouted();
  for (const folder of ["spam", "inbox"] as const) await updateSubmission(ctx, id, { folder });
  expect(await planOf()).toEqual(plan);
  await drainOutbox();
  expect((await listCapturedEmails(ctx, { limit: 50 })).data).toEqual([]);
});
