import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { Routing } from "#lib/domain/forms/routing/schema";
import { Form } from "#lib/domain/forms/schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import {
  createOwnForm,
  createPendingRecipient,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { routingRule } from "#tests/support/factories/integration-factories";

async function setUp() {
  const { workspace, token, form } = await createOwnForm();
  const { id: recipientId } = await createVerifiedRecipient(workspace);
  const path = `/v1/forms/${form.id}`;
  const rule = (change: Record<string, unknown> = {}) => ({
    ...routingRule([recipientId]),
    ...change,
  });
  const save = (revision: unknown, rules: unknown[] = [rule()], enabled: unknown = true) =>
    callApi("POST", `${path}/routing`, { token, body: { revision, enabled, rules } });
  const read = async () => dataOf(await callApi("GET", `${path}/routing`, { token }), 200, Routing);
  const patch = (settings: unknown) => callApi("PATCH", path, { token, body: { settings } });
  return { workspace, token, form, path, recipientId, rule, save, read, patch };
}

test("routing is disabled and has no rules until it is saved", async () => {
  const { read } = await setUp();
  expect(await read()).toEqual({ revision: null, enabled: false, rules: [] });
});

test("a save returns the rules with a new revision, as the next read, which can be saved as it is", async () => {
  const { rule, save, read, recipientId } = await setUp();
  const rules = [
    rule({ name: "  Sales  ", field: " Topic ", value: " Sales " }),
    rule({ operator: "contains", value: "x".repeat(200) }),
    rule({ operator: "present", value: null, recipientIds: [recipientId.toUpperCase()] }),
    rule({ operator: "present", value: "" }),
    rule({ operator: "present", value: undefined }),
  ];
  const first = dataOf(await save(null, rules), 200, Routing);
  const [named, , shouted, , unnamed] = rules;
  expect(first).toEqual({
    revision: expect.any(String),
    enabled: true,
    rules: [
      { ...named, name: "Sales" },
      rules[1],
      { ...shouted, recipientIds: [recipientId] },
      rules[3],
      { ...unnamed, value: null },
    ],
  });
  expect(await read()).toEqual(first);
  const again = dataOf(await save(first.revision, first.rules, first.enabled), 200, Routing);
  expect(again).toEqual({ ...first, revision: expect.any(String) });
  const second = dataOf(await save(again.revision, [], false), 200, Routing);
  expect(second).toEqual({ revision: expect.any(String), enabled: false, rules: [] });
  expect(new Set([first, again, second].map(({ revision }) => revision)).size).toBe(3);
  expect(await read()).toEqual(second);
});

test("rejects rules for reserved fields and the honeypot, with their paths", async () => {
  const { rule, save, read, patch } = await setUp();
  const reserved = [
    "_service_autoreply",
    "_service_x",
    "cf-turnstile-response",
    "_gotcha",
    "_captcha",
  ];
  const answer = await save(null, [rule(), ...reserved.map((field) => rule({ field }))]);
  const paths = reserved.map((_, index) => `rules.${index + 1}.field`);
  expect(invalidPaths(answer)).toEqual(paths);
  const trapped = await save(null, [rule(), rule({ field: "botcheck" })]);
  expect(invalidPaths(trapped)).toEqual(["rules.1.field"]);
  dataOf(await patch({ honeypot: "company_fax" }), 200, Form);
  const renamed = await save(null, [
    rule({ field: "company_fax" }),
    rule({ field: "Company_fax" }),
  ]);
  expect(invalidPaths(renamed)).toEqual(["rules.0.field"]);
  expect((await read()).revision).toBeNull();
  dataOf(await save(null, [rule({ field: "botcheck" })]), 200, Routing);
});

test("rejects a honeypot named like a field that a rule uses", async () => {
  const { rule, save, path, patch, token } = await setUp();
  await save(null, [rule(), rule({ field: "team" })], false);
  const rejected = await patch({ subject: "Not kept", honeypot: "team" });
  expect(invalidPaths(rejected)).toEqual(["settings.honeypot"]);
  const { settings } = dataOf(await patch({ honeypot: "Team" }), 200, Form);
  expect(settings).toMatchObject({ subject: "New form submission", honeypot: "Team" });
  const { revision } = dataOf(await callApi("GET", `${path}/routing`, { token }), 200, Routing);
  await save(revision, []);
  dataOf(await patch({ honeypot: "team" }), 200, Form);
});

test("rejects one of a honeypot rename and a rule for that field saved concurrently", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { rule, save, patch } = await setUp();
    const answers = await Promise.all([
      patch({ honeypot: "topic" }),
      save(null, [rule({ field: "topic" })]),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  }
});

test("rejects pending, unknown, and other workspaces' recipients, and saves nothing", async () => {
  const { workspace, rule, save, read, recipientId } = await setUp();
  const pending = await createPendingRecipient(workspace);
  const foreign = await createVerifiedRecipient(await createWorkspace());
  const rules = [
    rule({ recipientIds: [pending.id] }),
    rule({ recipientIds: [recipientId, foreign.id, newId()] }),
  ];
  expect(errorOf(await save(null, rules), "recipient_not_verified").paths).toEqual([
    "rules.0.recipientIds.0",
    "rules.1.recipientIds.1",
    "rules.1.recipientIds.2",
  ]);
  expect((await read()).revision).toBeNull();
});

test.each<[string, Record<string, unknown>]>([
  ["id", { id: "x" }],
  ["name", { name: "  " }],
  ["name", { name: "x".repeat(61) }],
  ["field", { field: "" }],
  ["field", { field: "x".repeat(101) }],
  ["operator", { operator: "matches" }],
  ["value", { value: "" }],
  ["value", { value: "  " }],
  ["value", { value: null }],
  ["value", { value: undefined }],
  ["value", { value: "x".repeat(201) }],
  ["value", { operator: "contains", value: "" }],
  ["value", { operator: "present", value: 1 }],
  ["recipientIds", { recipientIds: [] }],
  ["recipientIds", { recipientIds: Array.from({ length: 6 }, newId) }],
  ["recipientIds.0", { recipientIds: ["x", newId()] }],
])("rejects a rule with an invalid %s: %j", async (path, change) => {
  const { rule, save } = await setUp();
  const paths = invalidPaths(await save(null, [rule(), rule(change)]));
  expect(paths).toEqual([`rules.1.${path}`]);
});

test("accepts at most 10 rules and rejects duplicate rule IDs and recipients", async () => {
  const { rule, save, recipientId } = await setUp();
  const ten = Array.from({ length: 10 }, () => rule());
  expect(invalidPaths(await save(null, [...ten, rule()]))).toEqual(["rules"]);
  const [first, second] = ten;
  const twice = [first, second, { ...rule(), id: first?.id.toUpperCase() }];
  expect(invalidPaths(await save(null, twice))).toEqual(["rules.2.id"]);
  const double = await save(null, [rule({ recipientIds: [recipientId, recipientId] })]);
  expect(invalidPaths(double)).toEqual(["rules.0.recipientIds"]);
  expect(dataOf(await save(null, ten), 200, Routing).rules).toEqual(ten);
});
