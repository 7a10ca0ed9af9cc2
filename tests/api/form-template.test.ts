import { v7 } from "uuid";
import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { getAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { listDestinations } from "#lib/domain/endpoints/destinations";
import { getWebhook } from "#lib/domain/endpoints/store";
import { getForm } from "#lib/domain/forms/forms";
import { getPage } from "#lib/domain/forms/page/form-page";
import { getRouting } from "#lib/domain/forms/routing/routing";
import { createFromTemplate } from "#lib/domain/templates/create-from-template";
import { getTemplate } from "#lib/domain/templates/get-template";
import { TemplateInput } from "#lib/domain/templates/template-input";
import { CreatedForm, FormTemplate } from "#lib/domain/templates/template-schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createForm,
  createOwnForm,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { createFullForm, idsOfForm } from "#tests/support/factories/template-factories";

const NO_INTEGRATIONS = {
  routing: { enabled: false, rules: [] },
  autoresponder: null,
  webhook: null,
  destinations: [],
};
const MINIMAL = { version: 1, name: "Contact" };

async function setUp(options: Parameters<typeof createWorkspace>[0] = {}) {
  const workspace = await createWorkspace(options);
  return { workspace, ctx: workspace.ctx, token: await createToken(workspace) };
}

const post = (token: { token: string }, body: unknown) =>
  callApi("POST", "/v1/forms", { token, body });
const countForms = ({ id }: Workspace) => db().form.count({ where: { workspaceId: id } });

/** What a template says, without what is off or missing in a form that was made from one. */
function comparable({ leftOut: _, webhook: __, destinations: ___, ...template }: FormTemplate) {
  const { page, autoresponder } = template;
  return {
    ...template,
    page: { ...page, confirmEmail: false },
    autoresponder: autoresponder && { ...autoresponder, enabled: false },
  };
}

test("a newer version is rejected, and nothing else is said about it", async () => {
  const { workspace, token } = await setUp();
  const answer = await post(token, {
    template: { version: 2, name: 5, fields: "new", recipients: [{}] },
  });
  expect(invalidPaths(answer)).toEqual(["template.version"]);
  expect(errorOf(answer, "validation_failed").message).toContain("only reads up to 1");
  expect(await countForms(workspace)).toBe(0);
});

test.each<[string, unknown, string[]]>([
  ["text", "{}", ["template"]],
  ["a list", [], ["template"]],
  ["null", null, ["template"]],
  ["an empty object", {}, ["template.name", "template.version"]],
  ["no version", { name: "A" }, ["template.version"]],
  ["an old version", { version: 0, name: "A" }, ["template.version"]],
  ["a version in text", { version: "1", name: "A" }, ["template.version"]],
  [
    "parts of a wrong type",
    { ...MINIMAL, fields: [], page: 1, routing: "x" },
    ["template.fields", "template.page", "template.routing"],
  ],
  ["an invalid address", { ...MINIMAL, recipients: ["nobody"] }, ["template.recipients.0"]],
  [
    "an invalid rule",
    { ...MINIMAL, routing: { rules: [{ name: "A", field: "topic", operator: "like" }] } },
    ["template.routing.rules.0.operator"],
  ],
  [
    "a rule and a field about the honeypot",
    {
      ...MINIMAL,
      settings: { honeypot: "fax" },
      fields: { fields: [{ name: "fax", type: "text", label: "Fax" }] },
      routing: { rules: [{ name: "A", field: "fax", operator: "present" }] },
    },
    ["template.fields.fields.0.name", "template.routing.rules.0.field"],
  ],
  [
    "a webhook to an internal host",
    { ...MINIMAL, webhook: { url: "https://169.254.169.254/latest" } },
    ["template.webhook.url"],
  ],
  [
    "a destination with another service's URL",
    { ...MINIMAL, destinations: [{ kind: "slack", url: "https://evil.example.com/" }] },
    ["template.destinations.0.url"],
  ],
  [
    "a redirect that runs a script",
    { ...MINIMAL, settings: { redirectUrl: "javascript:alert(1)" } },
    ["template.settings.redirectUrl"],
  ],
  [
    "a name that changes the direction of text",
    { version: 1, name: "Contact \u202e" },
    ["template.name"],
  ],
])("a file with %s creates nothing and names the problem", async (_, template, paths) => {
  const { workspace, token } = await setUp();
  expect(invalidPaths(await post(token, { template })).sort()).toEqual(paths);
  expect(await countForms(workspace)).toBe(0);
});

test("a giant file is rejected by its size, and one of very many problems with a single one", async () => {
  const { token } = await setUp();
  const large = { ...MINIMAL, page: { intro: "x".repeat(600_000) } };
  errorOf(await post(token, { template: large }), "body_too_large");
  const many = { ...MINIMAL, recipients: Array.from({ length: 100_000 }, () => 1) };
  const { details = [] } = errorOf(await post(token, { template: many }), "validation_failed");
  expect(details.length).toBeLessThan(200);
});

test("names of prototypes and other unknown members are ignored, at any depth", async () => {
  const { workspace, ctx, token } = await setUp();
  const { email } = await createVerifiedRecipient(workspace);
  const rawBody = `{"template": {"version": 1, "name": "Contact", "recipients": ["${email}"],
    "__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "later": [1],
    "settings": {"subject": "Hi", "theme": "later", "uploads": {"enabled": true, "maxMb": 9}},
    "fields": {"fields": [{"name": "topic", "type": "text", "label": "Topic", "icon": "star", "__proto__": {}}]},
    "leftOut": ["logo", "something later"]}}`;
  const answer = await callApi("POST", "/v1/forms", { token, rawBody });
  const form = dataOf(answer, 201, CreatedForm);
  expect(form.settings).toMatchObject({ subject: "Hi", uploads: { enabled: true } });
  expect(form.remaining?.map(({ code }) => code)).toEqual(["logo_missing"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  const { fields } = await getTemplate(ctx, form.id);
  expect(fields.fields.map(({ name }) => name)).toEqual(["topic"]);
});

test("settings beside a template are rejected, and without one a name and recipients are required", async () => {
  const { token } = await setUp();
  const both = await post(token, { template: MINIMAL, settings: { subject: "Hi" } });
  expect(invalidPaths(both)).toEqual(["settings"]);
  expect(invalidPaths(await post(token, {})).sort()).toEqual(["name", "recipientIds"]);
  const wrong = await post(token, { recipientIds: "all", template: undefined });
  expect(invalidPaths(wrong).sort()).toEqual(["name", "recipientIds"]);
});

test("foreign IDs in a file are ignored, and foreign recipients beside it are rejected", async () => {
  const victim = await createOwnForm();
  const { workspace, token } = await setUp();
  const template = {
    ...MINIMAL,
    id: victim.form.id,
    publicKey: victim.form.publicKey,
    recipientIds: [victim.recipient.id],
    recipients: [victim.recipient.email],
  };
  const form = dataOf(await post(token, { template }), 201, CreatedForm);
  expect(form.id).not.toBe(victim.form.id);
  expect(form.publicKey).not.toBe(victim.form.publicKey);
  expect(form.recipientIds).toEqual([]);
  const foreign = await post(token, { template, recipientIds: [victim.recipient.id] });
  expect(errorOf(foreign, "recipient_not_verified").paths).toEqual(["recipientIds.0"]);
  expect(await countForms(workspace)).toBe(1);
});

test("an unknown form and another workspace's have no template", async () => {
  const { form } = await createOwnForm();
  const { ctx } = await setUp();
  for (const id of [form.id, newId(), "x"])
    await expectRejection(getTemplate(ctx, id), "not_found");
});

test("a webhook in a file needs a confirmed owner, and without one nothing is created", async () => {
  const { workspace, token } = await setUp({ isConfirmed: false });
  const template = { ...MINIMAL, webhook: { url: "https://hooks.example.com/form" } };
  errorOf(await post(token, { template }), "address_unconfirmed");
  expect(await countForms(workspace)).toBe(0);
});

test("a token gets only those parts of a template that it may read, and sets only those that it may change", async () => {
  const { workspace, token } = await setUp();
  const { form, recipients } = await createFullForm(workspace);
  const path = `/v1/forms/${form.id}/template`;
  const narrow = await createToken(workspace, { scopes: ["forms:read", "forms:write"] });
  const read = dataOf(await callApi("GET", path, { token: narrow }), 200, FormTemplate);
  expect(read).toMatchObject({
    recipients: [],
    routing: { enabled: false, rules: [] },
    autoresponder: null,
    webhook: null,
    destinations: [],
    leftOut: ["logo", "turnstile", "recipients", "integrations"],
  });
  for (const { email } of recipients) expect(JSON.stringify(read)).not.toContain(email);
  const whole = dataOf(await callApi("GET", path, { token }), 200, FormTemplate);
  const before = await countForms(workspace);
  for (const part of ["routing", "autoresponder", "webhook", "destinations"] as const) {
    const template = { ...whole, ...NO_INTEGRATIONS, [part]: whole[part] };
    errorOf(await post(narrow, { template }), "insufficient_scope");
  }
  expect(await countForms(workspace)).toBe(before);
  const { remaining = [] } = dataOf(await post(narrow, { template: read }), 201, CreatedForm);
  expect(remaining.map(({ code }) => code)).toContain("integrations_missing");
});

test("no secret, no ID, and no message of a form is in its file", async () => {
  const { workspace, ctx } = await setUp();
  const { form, secrets } = await createFullForm(workspace);
  await postVisit(form.publicKey, { json: { email: "visitor@example.com", topic: "sales" } });
  const template = await getTemplate(ctx, form.id);
  const text = JSON.stringify(template);
  for (const secret of [...secrets, ...(await idsOfForm(workspace, form.id))])
    expect(text).not.toContain(secret);
  expect(text).not.toContain("visitor@example.com");
  expect(text).not.toMatch(/whsec_|sealed|0x4AAAAAAA|hooks\.slack|api\.telegram/);
  expect(template.leftOut).toEqual([
    "logo",
    "turnstile",
    "destination_urls",
    "webhook_headers",
    "subscriptions",
  ]);
  expect(template.webhook).toEqual({ url: "https://hooks.example.com/form", enabled: true });
  expect(template.destinations.map(({ name, url }) => [name, url])).toEqual([
    ["CRM", "https://hooks.example.com/catch"],
    ["Bot", null],
    ["Slack", null],
    ["Discord", null],
    ["Microsoft Teams", null],
    ["Telegram", null],
    ["Google Sheets", null],
  ]);
});

test("in its own workspace, a form from a file has the settings of the original", async () => {
  const { workspace, ctx, token } = await setUp();
  const { form } = await createFullForm(workspace);
  const read = await callApi("GET", `/v1/forms/${form.id}/template`, { token });
  const { data: template } = read.json as { data: FormTemplate };
  const created = dataOf(await post(token, { template }), 201, CreatedForm);
  const original = await getForm(ctx, form.id);
  expect(created).toMatchObject({
    name: "Workshops",
    status: "active",
    recipientIds: original.recipientIds,
    settings: original.settings,
  });
  expect(created.publicKey).not.toBe(original.publicKey);
  expect(comparable(await getTemplate(ctx, created.id))).toEqual(comparable(template));
  expect(await getAutoresponder(ctx, created.id)).toMatchObject({ enabled: false });
  expect(await getPage(ctx, created.id)).toMatchObject({ confirmEmail: false, logoUrl: null });
  expect(await getRouting(ctx, created.id)).toMatchObject({ enabled: true });
  expect(created.remaining?.map(({ code }) => code)).toEqual([
    "auto_reply_off",
    "confirmation_off",
    "logo_missing",
    "turnstile_missing",
    "webhook_off",
    "destination_off",
    ...Array.from({ length: 6 }, () => "destination_missing"),
    "headers_missing",
    "subscriptions_missing",
  ]);
});

test("a webhook and destinations from a file are off, with secrets of their own", async () => {
  const { workspace, ctx } = await setUp();
  const { form } = await createFullForm(workspace);
  const template = TemplateInput.parse(await getTemplate(ctx, form.id));
  const { id } = await createFromTemplate(ctx, { template });
  expect(await getWebhook(ctx, id)).toMatchObject({ enabled: false });
  const [only, ...more] = await listDestinations(ctx, id);
  expect(only).toMatchObject({ name: "CRM", kind: "webhook", enabled: false });
  expect(only?.conditions?.rules).toHaveLength(1);
  expect(more).toEqual([]);
  const secrets = await db().webhook.findMany({ where: { workspaceId: workspace.id } });
  const sealed = secrets.flatMap(({ sealedSecret }) =>
    sealedSecret ? [Buffer.from(sealedSecret).toString("hex")] : [],
  );
  expect(new Set(sealed).size).toBe(sealed.length);
});

test("in another workspace, only its own verified recipients are notified, and the others are named", async () => {
  const source = await setUp();
  const { form, recipients } = await createFullForm(source.workspace);
  const [one, other] = recipients;
  const template = await getTemplate(source.ctx, form.id);
  const { workspace, ctx, token } = await setUp();
  const mine = await createVerifiedRecipient(workspace, {
    email: other?.email.toUpperCase() ?? "",
  });
  await createPendingRecipient(workspace, { email: one?.email ?? "" });
  const created = dataOf(await post(token, { template }), 201, CreatedForm);
  expect(created.recipientIds).toEqual([mine.id]);
  const about = (path: string) => created.remaining?.find((one) => one.path === path);
  expect(about("recipients.1")).toMatchObject({
    code: "recipient_unmatched",
    message: expect.stringContaining(one?.email ?? ""),
  });
  expect(about("routing.rules.0.recipients.0")).toMatchObject({ code: "rule_recipient_unmatched" });
  expect(about("autoresponder.replyAddress")).toMatchObject({ code: "reply_address_unmatched" });
  const { enabled, rules } = await getRouting(ctx, created.id);
  expect({ enabled, recipients: rules.map(({ recipientIds }) => recipientIds) }).toEqual({
    enabled: false,
    recipients: [[]],
  });
});

test("messages to a form whose rules name no one known go to its recipients", async () => {
  const { workspace, token } = await setUp();
  const recipient = await createVerifiedRecipient(workspace);
  const rule = { name: "Sales", field: "topic", operator: "equals", value: "sales" };
  const template = {
    ...MINIMAL,
    routing: { enabled: true, rules: [{ ...rule, recipients: ["unknown@example.com"] }] },
  };
  const body = { template, name: "Renamed", recipientIds: [recipient.id] };
  const form = dataOf(await post(token, body), 201, CreatedForm);
  expect(form).toMatchObject({ name: "Renamed", recipientIds: [recipient.id] });
  expect((await postVisit(form.publicKey, { json: { topic: "sales" } })).status).toBe(200);
  const [email] = await db().delivery.findMany({ where: { workspaceId: workspace.id } });
  expect(email).toMatchObject({ recipientId: recipient.id });
});

test("a repeat under the same key returns the same form, also at the same time", async () => {
  const { workspace, ctx } = await setUp();
  const { id } = await createVerifiedRecipient(workspace);
  const template = TemplateInput.parse(MINIMAL);
  const key = IdempotencyKey.parse(v7());
  const create = () => createFromTemplate(ctx, { template, recipientIds: [id] }, key);
  const [one, other] = await Promise.all([create(), create()]);
  expect(other.id).toBe(one.id);
  expect((await create()).id).toBe(one.id);
  expect(await countForms(workspace)).toBe(1);
});

test("two at once, without a key, are two forms", async () => {
  const { workspace, token } = await setUp();
  const { form } = await createFullForm(workspace);
  const template = await getTemplate(workspace.ctx, form.id);
  const answers = await Promise.all([post(token, { template }), post(token, { template })]);
  const ids = answers.map((answer) => dataOf(answer, 201, CreatedForm).id);
  expect(new Set(ids).size).toBe(2);
});

test("a full workspace takes no form from a file, and the last place goes to one of two", async () => {
  const { workspace, ctx } = await setUp();
  const form = await createForm(workspace);
  const rows = Array.from({ length: 498 }, () => {
    const {
      id: _,
      publicKey: __,
      recipientIds: ___,
      turnstile: ____,
      ...columns
    } = {
      ...form,
      turnstile: null,
    };
    return {
      ...columns,
      id: newId(),
      workspaceId: workspace.id,
      publicKey: newId(),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
  });
  await db().form.createMany({ data: rows });
  const template = TemplateInput.parse(MINIMAL);
  const ends = await Promise.allSettled(
    Array.from({ length: 2 }, () => createFromTemplate(ctx, { template })),
  );
  const failed = ends.filter((end) => end.status === "rejected");
  expect(failed).toMatchObject([{ reason: { code: "form_limit_reached" } }]);
  expect(await countForms(workspace)).toBe(500);
});

test("the audit log names the form that came from a file, and its webhook", async () => {
  const { workspace, ctx } = await setUp();
  const webhook = { url: "https://hooks.example.com/form" };
  const template = TemplateInput.parse({ ...MINIMAL, webhook });
  const { id } = await createFromTemplate(ctx, { template });
  const entries = await db().auditEntry.findMany({
    where: { workspaceId: workspace.id, subjectId: id },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    "form.created_from_file",
    "webhook.created",
  ]);
});
