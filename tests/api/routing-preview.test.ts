import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { NotificationPlan } from "#lib/notifications/schema";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/transport";
import {
  createForm,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

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
    id: newId(),
    name: "Sales",
    field: "topic",
    operator: "equals",
    value: "sales",
    recipientIds: [sales.id],
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

test("rules match arrays and fields named like object properties, but not inherited properties", async () => {
  const { rule, plan } = await setUp();
  const fields = { topic: ["Support", " Sales "], "": "x", constructor: "y" };
  expect(await plan([rule()], fields)).toMatchObject({ reason: "routing_rule" });
  const own = await plan([rule({ field: "constructor", operator: "present" })], fields);
  expect(own.reason).toBe("routing_rule");
  const foreign = await plan([rule({ field: "toString", operator: "present" })], fields);
  expect(foreign.reason).toBe("form_recipients");
});

test("without a matching rule or with routing disabled, the form's own recipients are notified", async () => {
  const { rule, plan, person, owner } = await setUp();
  const byForm = {
    recipients: [person(owner)],
    reason: "form_recipients",
    ruleId: null,
    ruleName: null,
  };
  expect(await plan([rule()], { topic: "support" })).toEqual(byForm);
  expect(await plan([], {})).toEqual(byForm);
  expect(await plan([rule()], { topic: "sales" }, false)).toEqual(byForm);
});

test("a form without recipients notifies no one", async () => {
  const { form, plan } = await setUp();
  await db().formRecipient.deleteMany({ where: { formId: form.id } });
  expect(await plan([], {})).toMatchObject({ recipients: [], reason: "notifications_disabled" });
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
  expect(errorOf(honeypot, "validation_failed").paths).toEqual(["config.rules.0.field"]);
  const reserved = await preview(config(rule({ field: "_service_autoreply" })));
  expect(errorOf(reserved, "validation_failed").paths).toEqual(["config.rules.0.field"]);
  const wrong = await preview({ ...config(rule({ value: "" })), revision: null }, { topic: 1 });
  expect(errorOf(wrong, "validation_failed").paths).toEqual([
    "config.rules.0.value",
    "config.revision",
    "fields.topic",
  ]);
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
