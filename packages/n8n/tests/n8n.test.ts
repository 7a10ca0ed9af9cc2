import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { db } from "../../../lib/adapters/db/database";
import { deleteDestination } from "../../../lib/domain/endpoints/save-destination";
import { makeSigningSecret, signEvent } from "../../../lib/domain/endpoints/signature";
import { testWebhook } from "../../../lib/domain/endpoints/test-webhook";
import { drainOutbox } from "../../../lib/entry/jobs/drain-outbox";
import { createForm } from "../../../tests/support/factories/factories";
import { createSubmission } from "../../../tests/support/factories/message-factories";
import { answer } from "../../../tests/support/twins/receiver";
import { failure, json } from "../../../tests/support/twins/scripted-service";
import { createTestClock } from "../../../tests/support/twins/test-clock";
import { openWorkflow, PACKAGE, WEBHOOK_URL } from "./n8n-host";
import { baseUrl, firstEvent, limitedService, n8n, services, setUp } from "./n8n-setup";

const run = promisify(execFile);
test("the package follows n8n's rules for community nodes", async () => {
  // In its own tests, which set NODE_ENV, the linter takes every file for the same one.
  const env = { ...process.env, NODE_ENV: "production" as const };
  await run("npm", ["run", "lint"], { cwd: PACKAGE, env });
});

test("n8n's loader finds both nodes with their icons, and the credentials for them", () => {
  const icon = `icons/${n8n().loader.packageName}/dist/icons/form-intake`;
  const iconUrl = { light: `${icon}.svg`, dark: `${icon}.dark.svg` };
  const names = ["formIntake", "formIntakeTrigger"];
  expect(n8n().loader.types).toMatchObject({
    nodes: names.map((name) => ({ name, iconUrl })),
    credentials: [{ name: "formIntakeApi", iconUrl, supportedNodes: names }],
  });
});

test("credentials are tested with a request that needs no scope", async () => {
  const { workspace, workflow } = await setUp();
  expect(await workflow.testCredentials()).toMatchObject({ data: { workspaceId: workspace.id } });
  const wrong = openWorkflow(n8n(), { baseUrl, apiToken: "fis_stg_wrong" });
  await expect(wrong.testCredentials()).rejects.toMatchObject({ httpCode: "401" });
});

test("both nodes offer all forms, over several pages", async () => {
  const { workspace, workflow, form } = await setUp();
  for (let index = 0; index < 55; index += 1) await createForm(workspace, { name: `F${index}` });
  for (const node of ["formIntake", "formIntakeTrigger"]) {
    const options = await workflow.loadOptions(node);
    expect(options).toHaveLength(56);
    expect(options).toContainEqual({ name: "Contact", value: form.id });
  }
});

test("activating a workflow creates a destination once, and deactivating deletes it", async () => {
  const { workflow, destinations, parameters } = await setUp();
  expect(await workflow.activate(parameters)).toBe("created");
  expect(await destinations()).toMatchObject([
    { kind: "webhook", url: WEBHOOK_URL, name: "Sales", source: "n8n" },
  ]);
  expect(await workflow.activate(parameters)).toBe("existed");
  expect(await destinations()).toHaveLength(1);
  await workflow.deactivate(parameters);
  expect(await destinations()).toEqual([]);
  expect(workflow.memory).toEqual({});
});

test("a workflow that lost its secret gets a new destination instead of a second one", async () => {
  const { workflow, destinations, parameters } = await setUp();
  await workflow.activate(parameters);
  const [first] = await destinations();
  delete workflow.memory.signingSecret;
  expect(await workflow.activate(parameters)).toBe("created");
  const [second, ...more] = await destinations();
  expect([more, second?.id === first?.id]).toEqual([[], false]);
});

test("a workflow whose destination was removed can be deactivated, and activated again", async () => {
  const { workspace, form, workflow, destinations, parameters } = await setUp();
  await workflow.activate(parameters);
  const [destination] = await destinations();
  await deleteDestination(workspace.ctx, form.id, destination?.id ?? "");
  expect(await workflow.activate(parameters)).toBe("created");
  const [again] = await destinations();
  await deleteDestination(workspace.ctx, form.id, again?.id ?? "");
  expect(await workflow.deactivate(parameters)).toBe(true);
});

test("a message starts the workflow with its fields and event", async () => {
  const { form, workflow, submit, parameters } = await setUp();
  await workflow.activate(parameters);
  const id = await submit({ name: "Zoë 👋", tags: ["a", "b"] });
  await drainOutbox(createTestClock(new Date()));
  const call = firstEvent();
  expect(await workflow.receive(call)).toEqual({
    status: 200,
    items: [
      {
        id,
        formId: form.id,
        formName: "Contact",
        receivedAt: expect.any(Number),
        fields: { name: "Zoë 👋", tags: ["a", "b"] },
        attachments: [],
        context: null,
        event: {
          id: call.id,
          type: "submission.created",
          timestamp: expect.stringMatching(/^\d{4}-/),
        },
      },
    ],
  });
});

test("a request that's forged, changed, or old starts nothing, and is rejected", async () => {
  const { workflow, submit, parameters } = await setUp();
  await workflow.activate(parameters);
  await submit({ name: "Ada" });
  await drainOutbox(createTestClock(new Date()));
  const { id, body, headers } = firstEvent();
  const secret = String(workflow.memory.signingSecret);
  const old = signEvent([secret], id, body, new Date(Date.now() - 301_000));
  const { "webhook-signature": signature, ...unsigned } = headers;
  expect(signature).toMatch(/^v1,/);
  const forgeries = [
    { body: body.replace("Ada", "Eve"), headers },
    { body, headers: unsigned },
    { body, headers: { ...headers, "webhook-id": "another" } },
    { body, headers: { ...headers, "webhook-signature": "v1," } },
    { body, headers: { ...signEvent([makeSigningSecret()], id, body, new Date()) } },
    { body, headers: { ...old } },
  ];
  for (const forgery of forgeries)
    expect(await workflow.receive(forgery)).toEqual({ status: 401, items: null });
  // During a rotation, the new secret's signature comes first.
  const both = signEvent([makeSigningSecret(), secret], id, body, new Date());
  expect(await workflow.receive({ body, headers: { ...both } })).toMatchObject({ status: 200 });
});

test("a test arrives, and starts nothing", async () => {
  const { workspace, form, workflow, destinations, parameters } = await setUp();
  await workflow.activate(parameters);
  const [destination] = await destinations();
  services.reply(answer(200));
  await testWebhook(workspace.ctx, form.id, destination?.id ?? null);
  await drainOutbox(createTestClock(new Date()));
  expect(await workflow.receive(firstEvent())).toEqual({ status: 200, items: null });
});

test("the trigger gets the other events that were selected", async () => {
  const { workflow, destinations, parameters } = await setUp();
  const events = ["submission.created", "submission.deleted"];
  await workflow.activate({ ...parameters, events });
  expect(await destinations()).toMatchObject([{ events }]);
});

test("forms can be read one by one and as a list", async () => {
  const { workflow, form } = await setUp();
  const [one] = await workflow.execute({ resource: "form", operation: "get", formId: form.id });
  expect(one).toMatchObject({
    json: { id: form.id, publicKey: form.publicKey },
    pairedItem: { item: 0 },
  });
  const many = await workflow.execute({ resource: "form", operation: "getAll" });
  expect(many).toMatchObject([{ json: { id: form.id, name: "Contact" } }]);
});

test("submissions can be listed up to a limit, entirely, and by filters", async () => {
  const { workspace, form, workflow } = await setUp();
  const other = await createForm(workspace);
  for (let index = 0; index < 55; index += 1)
    await createSubmission(workspace, form, { fields: { number: `${index}` } });
  await createSubmission(workspace, other, { fields: { message: "Needle" } });
  const list = async (parameters: object) => {
    const items = await workflow.execute({ operation: "getAll", ...parameters });
    return items.map(({ json }) => json);
  };
  for (const limit of [3, 52]) expect(await list({ limit })).toHaveLength(limit);
  expect(await list({ returnAll: true })).toHaveLength(56);
  const filtered = await list({ filters: { formId: other.id, folder: "all", unread: true } });
  expect(filtered).toMatchObject([{ fields: { message: "Needle" }, attachments: [] }]);
  const after = new Date(Date.now() + 60_000).toISOString();
  expect(await list({ filters: { receivedAfter: after } })).toEqual([]);
});

describe("at the rate limit", () => {
  const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `${id}` }));
  const limited = (seconds: string) => failure(429, "rate_limited", { "retry-after": seconds });
  const list = (returnAll: boolean) =>
    openWorkflow(n8n(), { baseUrl: limitedService.baseUrl, apiToken: "fis_stg_x" }).execute({
      operation: "getAll",
      returnAll,
    });

  test("a list goes on after the wait that the service asks for", async () => {
    limitedService.script(
      json(200, { data: items(50), nextCursor: "next" }),
      limited("1"),
      json(200, { data: items(5), nextCursor: null }),
    );
    const before = performance.now();
    expect(await list(true)).toHaveLength(55);
    // Timers may be a little early.
    expect(performance.now() - before).toBeGreaterThan(950);
    const [, repeated, last] = limitedService.received.map(({ path }) => path);
    expect(repeated).toContain("cursor=next");
    expect(last).toBe(repeated);
  });

  test("it ends with the service's words after five tries, or if the wait is long", async () => {
    limitedService.script(...Array(6).fill(limited("0")));
    await expect(list(true)).rejects.toMatchObject({
      description: expect.stringContaining("rate_limited"),
    });
    expect(limitedService.received).toHaveLength(5);
    limitedService.script(limited("121"));
    await expect(list(false)).rejects.toMatchObject({
      description: expect.stringContaining("rate_limited"),
    });
    limitedService.script(failure(429, "rate_limited"));
    await expect(list(false)).rejects.toMatchObject({
      description: expect.stringContaining("rate_limited"),
    });
  });
});

test("a submission can be read and updated, and each item has its own result", async () => {
  const { workflow, submit } = await setUp();
  const submissionId = await submit({ message: "Hello" });
  const [one] = await workflow.execute({ operation: "get", submissionId });
  expect(one?.json).toMatchObject({ id: submissionId, folder: "inbox", read: false });
  const ids = [submissionId, await submit({ message: "Hello again" })];
  const updateFields = { folder: "archive", read: true };
  const update = { operation: "update", submissionId: "={{ $json.message }}", updateFields };
  const items = ids.map((message) => ({ json: { message } }));
  expect(await workflow.execute(update, { items })).toMatchObject(
    ids.map((id, item) => ({ json: { id, folder: "archive", read: true }, pairedItem: { item } })),
  );
  const count = await db().submission.count({ where: { id: { in: ids }, folder: "archive" } });
  expect(count).toBe(2);
});

test("a workflow replies to a submission and writes a note, which marks it answered", async () => {
  const { workflow, submit } = await setUp();
  const submissionId = await submit({ email: "ada@example.com", message: "Hello" });
  const text = "Hello Ada";
  const [reply] = await workflow.execute({ operation: "reply", submissionId, text });
  expect(reply?.json).toMatchObject({ text, email: "ada@example.com", status: "queued" });
  const [note] = await workflow.execute({ operation: "createNote", submissionId, text: "Done" });
  expect(note?.json).toMatchObject({ text: "Done" });
  const filters = { answered: true };
  const listed = await workflow.execute({ operation: "getAll", returnAll: true, filters });
  expect(listed).toMatchObject([{ json: { id: submissionId } }]);
});

test("an error has the service's words, or becomes an item if the workflow continues on errors", async () => {
  const { workflow } = await setUp();
  const missing = { operation: "get", submissionId: "../forms?x" };
  const failed = workflow.execute(missing);
  await expect(failed).rejects.toMatchObject({ description: expect.stringMatching(/\w{3,}.*\.$/) });
  expect(await workflow.execute(missing, { isLenient: true })).toEqual([
    { json: { error: expect.any(String) }, pairedItem: { item: 0 } },
  ]);
});
