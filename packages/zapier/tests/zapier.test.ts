import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listDestinations } from "../../../lib/domain/endpoints/destinations";
import { makeSigningSecret, signEvent } from "../../../lib/domain/endpoints/signature";
import { testWebhook } from "../../../lib/domain/endpoints/test-webhook";
import { drainOutbox } from "../../../lib/entry/jobs/drain-outbox";
import { installPackages } from "../../../scripts/install-packages";
import { ROOT } from "../../../server/start/checkout";
import { acceptedId, postVisit } from "../../../tests/support/contract/intake";
import {
  createForm,
  createToken,
  createWorkspace,
} from "../../../tests/support/factories/factories";
import { createSubmission } from "../../../tests/support/factories/message-factories";
import { startApiServer } from "../../../tests/support/twins/api-server";
import { answer } from "../../../tests/support/twins/receiver";
import { setUpServices } from "../../../tests/support/twins/service-receiver";
import { createTestClock } from "../../../tests/support/twins/test-clock";

const services = await setUpServices();

const run = promisify(execFile);
const PACKAGE = join(ROOT, "packages/zapier");
const TARGET_URL = "https://hooks.example.com/hooks/standard/1/2";
/** Those that the app asks for. */
const SCOPES = ["forms:read", "submissions:read", "integrations:write"] as const;
const { baseUrl, stop } = await startApiServer();

type Perform = (...args: never) => unknown;
type App = {
  authentication: { test: Perform };
  triggers: Record<"form" | "new_message", { operation: Record<string, Perform> }>;
  searches: Record<"find_message", { operation: { perform: Perform } }>;
};

type Subscription = { id: string; signingSecret: string };
type Call = { body: string; headers: NodeJS.Dict<string | string[]> };

/** Headers as Zapier names them. docs.zapier.com/platform/build-cli/core#bundle-rawrequest */
function inZapier(headers: Call["headers"]) {
  const named = Object.entries(headers).map(([name, value]) => {
    const cased = name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
    return [/^Content-(Type|Length)$/.test(cased) ? cased : `Http-${cased}`, value];
  });
  return Object.fromEntries(named);
}

/** The built app, in Zapier's own harness. */
let app: App;
let call: (perform: Perform | undefined, bundle: object) => Promise<unknown>;
let validate: () => Promise<{ results: object[] }>;

beforeAll(async () => {
  await installPackages(PACKAGE);
  await run("npm", ["run", "build"], { cwd: PACKAGE });
  const load = createRequire(join(PACKAGE, "package.json"));
  const zapier = load("zapier-platform-core");
  app = load("./dist/index.js").default;
  call = zapier.createAppTester(app);
  validate = () => zapier.createAppHandler(app)({ command: "validate" });
}, 120_000);
afterAll(stop);

async function setUp() {
  const workspace = await createWorkspace();
  const { token } = await createToken(workspace, { scopes: [...SCOPES] });
  const form = await createForm(workspace, { name: "Contact" });
  const authData = { baseUrl: `${baseUrl}/`, token };
  const hook = app.triggers.new_message.operation;
  const bundle = { authData, inputData: { formId: form.id } };
  const destinations = () => listDestinations(workspace.ctx, form.id, {});
  const subscribe = async () => {
    const at = { ...bundle, targetUrl: TARGET_URL };
    return (await call(hook.performSubscribe, at)) as Subscription;
  };
  const unsubscribe = (subscribeData: Subscription) =>
    call(hook.performUnsubscribe, { ...bundle, subscribeData });
  /** What the trigger makes of the event that has arrived, or of a changed one. */
  const perform = (subscribeData: Partial<Subscription>, change: Partial<Call> = {}) => {
    const [event] = services.received;
    const { body, headers } = { body: event?.body ?? "", headers: event?.headers ?? {}, ...change };
    const rawRequest = {
      method: "POST",
      querystring: "",
      headers: inZapier(headers),
      content: body,
    };
    const cleanedRequest = JSON.parse(body);
    return call(hook.perform, { ...bundle, subscribeData, rawRequest, cleanedRequest });
  };
  return { workspace, form, authData, bundle, hook, destinations, subscribe, unsubscribe, perform };
}

test("the app is valid by Zapier's schemas", async () => {
  expect(await validate()).toMatchObject({ results: [] });
});

test("a connection is tested, and named like its token", async () => {
  const { workspace, authData } = await setUp();
  const tested = await call(app.authentication.test, { authData });
  expect(tested).toMatchObject({ workspaceId: workspace.id, name: expect.any(String) });
  const wrong = call(app.authentication.test, { authData: { ...authData, token: "wrong" } });
  await expect(wrong).rejects.toMatchObject({ name: "ExpiredAuthError" });
});

test("a Zap subscribes to a form while it's on", async () => {
  const { destinations, subscribe, unsubscribe } = await setUp();
  const subscribed = await subscribe();
  expect(await destinations()).toMatchObject([
    { id: subscribed.id, kind: "webhook", url: TARGET_URL, source: "Zapier" },
  ]);
  expect(subscribed).toEqual({
    id: expect.any(String),
    signingSecret: expect.stringMatching(/^whsec_/),
  });
  await unsubscribe(subscribed);
  expect(await destinations()).toEqual([]);
  await unsubscribe(subscribed);
});

test("a message triggers a Zap with the same members as its sample", async () => {
  const { form, bundle, hook, subscribe, perform } = await setUp();
  const subscription = await subscribe();
  const fields = { name: "Zoë 👋", tags: ["a", "b"] };
  const id = await acceptedId(await postVisit(form.publicKey, { json: fields }));
  services.reply(answer(200));
  await drainOutbox(createTestClock(new Date()));
  const message = {
    id,
    formId: form.id,
    formName: "Contact",
    receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    fields,
    files: [],
  };
  expect(await perform(subscription)).toEqual([message]);
  expect(await call(hook.performList, bundle)).toEqual([message]);
});

test("a form without messages has a sample, too", async () => {
  const { form, bundle, hook } = await setUp();
  expect(await call(hook.performList, bundle)).toMatchObject([
    { formId: form.id, fields: { name: "Ada Lovelace" } },
  ]);
});

test("a test event triggers nothing", async () => {
  const { workspace, form, subscribe, perform } = await setUp();
  const subscription = await subscribe();
  await testWebhook(workspace.ctx, form.id, subscription.id);
  await drainOutbox(createTestClock(new Date()));
  expect(await perform(subscription)).toEqual([]);
});

test("an event that's forged, changed, or old triggers nothing, and isn't an error of the Zap", async () => {
  const { form, subscribe, perform } = await setUp();
  const subscription = await subscribe();
  await acceptedId(await postVisit(form.publicKey, { json: { name: "Ada" } }));
  await drainOutbox(createTestClock(new Date()));
  const [event] = services.received;
  const { id = "", body = "", headers = {} } = event ?? {};
  const { signingSecret } = subscription;
  const sign = (secrets: string[], at: Date) => ({ ...signEvent(secrets, id, body, at) });
  const { "webhook-signature": signature, ...unsigned } = headers;
  expect(signature).toMatch(/^v1,/);
  const forgeries: [Partial<Subscription>, Partial<Call>][] = [
    [subscription, { body: body.replace("Ada", "Eve") }],
    [subscription, { headers: unsigned }],
    [subscription, { headers: { ...headers, "webhook-id": "another" } }],
    [subscription, { headers: sign([makeSigningSecret()], new Date()) }],
    [subscription, { headers: sign([signingSecret], new Date(Date.now() - 86_401_000)) }],
    [{ id: subscription.id }, {}],
  ];
  for (const [subscribeData, change] of forgeries)
    await expect(perform(subscribeData, change)).rejects.toMatchObject({ name: "HaltedError" });
  // During a rotation, the new secret's signature comes first. Zapier may run a Zap hours later.
  const both = sign([makeSigningSecret(), signingSecret], new Date(Date.now() - 3_600_000));
  expect(await perform(subscription, { headers: both })).toMatchObject([
    { fields: { name: "Ada" } },
  ]);
});

test("all forms can be selected, over several pages", async () => {
  const { workspace, form, authData } = await setUp();
  for (let index = 0; index < 104; index += 1) await createForm(workspace, { name: `F${index}` });
  const forms = await call(app.triggers.form.operation.perform, { authData });
  expect(forms).toHaveLength(105);
  expect(forms).toContainEqual({ id: form.id, name: "Contact" });
});

test("messages are found by a text, a form, and a folder", async () => {
  const { workspace, form, authData } = await setUp();
  const { perform } = app.searches.find_message.operation;
  const find = (inputData: object) => call(perform, { authData, inputData });
  const other = await createForm(workspace);
  await createSubmission(workspace, form, { fields: { email: "ada@example.com" } });
  await createSubmission(workspace, other, { fields: { email: "ada@example.com" } });
  const archived = { fields: { email: "bo@example.com" }, folder: "archive" as const };
  await createSubmission(workspace, form, archived);
  expect(await find({ search: "ada@" })).toHaveLength(2);
  expect(await find({ search: "ada@", formId: form.id })).toMatchObject([
    { formId: form.id, fields: { email: "ada@example.com" }, files: [] },
  ]);
  expect(await find({ search: "bo@" })).toEqual([]);
  expect(await find({ search: "bo@", folder: "all" })).toHaveLength(1);
});

test("an error has the service's words and code", async () => {
  const { authData, bundle, hook } = await setUp();
  const inputData = { formId: "00000000-0000-7000-8000-000000000000" };
  const missing = call(hook.performList, { authData, inputData });
  await expect(missing).rejects.toThrow(/Not found\..*"not_found"/);
  const unsafe = call(hook.performSubscribe, { ...bundle, targetUrl: "http://hooks.example.com" });
  await expect(unsafe).rejects.toThrow(/url.*HTTPS.*"validation_failed"/);
});
