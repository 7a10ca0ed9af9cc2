import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { installPackages } from "../../../scripts/install-packages";
import { ROOT } from "../../../server/start/checkout";

const run = promisify(execFile);
const HOST = join(ROOT, "packages/n8n/tests/host");
const INSTALLED = join(HOST, "node_modules/n8n-nodes-form-intake");

export const PACKAGE = join(ROOT, "packages/n8n");

export type Json = Record<string, unknown>;
export type Item = { json: Json; pairedItem?: { item: number } };
export type Account = { baseUrl: string; apiToken: string };
type Method<Result> = (this: object) => Promise<Result>;
export type NodeType = {
  description: { name: string; version: number; webhooks?: object[] };
  methods: { loadOptions: { getForms: Method<{ name: string; value: string }[]> } };
  webhookMethods: { default: Record<"checkExists" | "create" | "delete", Method<boolean>> };
  webhook: Method<{ workflowData?: Item[][] }>;
};
type CredentialType = {
  authenticate: { properties: { headers: Json } };
  test: { request: object };
};
type Loader = {
  packageName: string;
  /** As n8n's editor gets them. */
  types: Record<"nodes" | "credentials", object[]>;
  loadAll(): Promise<void>;
  getNode(name: string): { type: NodeType };
  getCredential(name: string): { type: CredentialType };
};
export type N8n = Awaited<ReturnType<typeof installN8n>>;

const Packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);

/** Installs n8n's core and, from its folder among n8n's own, what `npm publish` would publish of the package. */
export async function installN8n() {
  await Promise.all([PACKAGE, HOST].map(installPackages));
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: PACKAGE });
  const [{ files }] = Packed.parse(JSON.parse(stdout));
  await rm(INSTALLED, { recursive: true, force: true });
  for (const { path } of files) await cp(join(PACKAGE, path), join(INSTALLED, path));
  // Otherwise, n8n writes its settings to the home folder, and prints each failed execution.
  Object.assign(process.env, { N8N_USER_FOLDER: process.env.DATA_DIR, N8N_LOG_LEVEL: "silent" });
  const load = createRequire(join(HOST, "package.json"));
  const [core, library] = [load("n8n-core"), load("n8n-workflow")];
  const loader: Loader = new core.PackageDirectoryLoader(INSTALLED);
  await loader.loadAll();
  return { core, library, loader };
}

/** Gives every node the same credentials. n8n's own helper reads them from its database. */
export function createCredentialsHelper({ library, loader }: N8n, account: Account) {
  class OneAccount extends library.ICredentialsHelper {
    getParentTypes = () => [];
    isCredentialUsableByNode = () => true;
    getDecrypted = async () => account;
    preAuthentication = async () => undefined;

    /** Adds the headers that the credentials' type has as expressions. */
    async authenticate(
      $credentials: Account,
      typeName: string,
      request: { headers?: Json },
      { expression }: { expression: { getParameterValue(...input: unknown[]): Json } },
      { name }: { name: string },
    ) {
      const { headers } = loader.getCredential(typeName).type.authenticate.properties;
      const input = [headers, null, 0, 0, name, [], "internal", { $credentials }];
      const resolved = expression.getParameterValue(...input);
      return { ...request, headers: { ...request.headers, ...resolved } };
    }
  }
  return new OneAccount();
}

const CREDENTIALS = "formIntakeApi";
const WEBHOOK_BASE_URL = "https://hooks.example.com/webhook";
const WEBHOOK_ID = "0b5f";
/** n8n builds it from its own address, the node's webhook ID, and the path that the trigger declares. */
export const WEBHOOK_URL = `${WEBHOOK_BASE_URL}/${WEBHOOK_ID}/webhook`;

/** A request to the webhook's URL. */
type Call = { body: string; headers: NodeJS.Dict<string | string[]> };

/** What n8n's contexts get about the instance that they run in. */
function describeInstance(n8n: N8n, account: Account) {
  return {
    credentialsHelper: createCredentialsHelper(n8n, account),
    hooks: new n8n.core.ExecutionLifecycleHooks("trigger", "1", {}),
    webhookBaseUrl: WEBHOOK_BASE_URL,
    webhookWaitingBaseUrl: `${WEBHOOK_BASE_URL}-waiting`,
    formWaitingBaseUrl: `${WEBHOOK_BASE_URL}-waiting`,
    currentNodeExecutionIndex: 0,
    variables: {},
  };
}

/** A workflow of one node. `memory` is what the node's static data is kept in. */
function place({ core, library, loader }: N8n, type: NodeType, given: Json, memory: Json = {}) {
  const { name, version: typeVersion } = type.description;
  const node = {
    ...{ id: "1", name, type: `${loader.packageName}.${name}`, typeVersion, position: [0, 0] },
    ...{ webhookId: WEBHOOK_ID, credentials: { [CREDENTIALS]: { id: "1", name: "Account" } } },
    ...given,
  };
  const workflow = new library.Workflow({
    ...{ id: "1", name: "Sales  ", active: true, nodes: [node], connections: {} },
    nodeTypes: { getByNameAndVersion: () => type },
    settings: { executionOrder: "v1" },
    staticData: { [`node:${name}`]: memory },
  });
  const execution = new core.WorkflowExecute({}, "trigger");
  return {
    workflow,
    node: workflow.getNode(name),
    issues: execution.checkReadyForExecution(workflow, { startNode: name }),
  };
}

/** Sends the request that n8n sends when someone saves credentials: as a node that declares it. */
async function testCredentials(n8n: N8n, instance: object) {
  const { core, library, loader } = n8n;
  const { request } = loader.getCredential(CREDENTIALS).type.test;
  const description = {
    ...{ name: "test", version: 1, inputs: ["main"], outputs: ["main"] },
    credentials: [{ name: CREDENTIALS, required: true }],
    properties: [{ name: "test", type: "string", default: "", routing: { request } }],
  };
  const type = { ...loader.getNode("formIntake").type, description };
  const { workflow, node } = place(n8n, type, { parameters: {} });
  const data = { main: [[{ json: {} }]] };
  const context = new core.ExecuteContext(
    ...[workflow, node, instance, "internal", library.createRunExecutionData(), 0],
    ...[[], data, { node, data, source: null }, []],
  );
  const [[item]] = await new core.RoutingNode(context, type).runNode();
  return item.json;
}

/** Runs the action node, and returns its output. */
async function execute(
  n8n: N8n,
  instance: object,
  parameters: Json,
  { isLenient = false, items = [{ json: {} }] as Item[] } = {},
): Promise<Item[]> {
  const { core, library, loader } = n8n;
  const onError = isLenient ? "continueRegularOutput" : "stopWorkflow";
  const { type } = loader.getNode("formIntake");
  const { workflow, node } = place(n8n, type, { parameters, onError });
  const nodeExecutionStack = [{ node, data: { main: [items] }, source: null }];
  const start = library.createRunExecutionData({ executionData: { nodeExecutionStack } });
  const execution = new core.WorkflowExecute(instance, "trigger", start);
  const { error, runData } = (await execution.processRunExecutionData(workflow)).data.resultData;
  if (error) throw error;
  return runData[node.name][0].data.main[0];
}

/** Hands a request to the trigger. `items` is what the workflow starts with, if it does. */
async function receive(n8n: N8n, instance: object, memory: Json, { body, headers }: Call) {
  const { type } = n8n.loader.getNode("formIntakeTrigger");
  const { workflow, node } = place(n8n, type, { parameters: {} }, memory);
  let status = 200;
  const httpResponse = {
    status(code: number) {
      status = code;
      return httpResponse;
    },
    send: () => httpResponse,
  };
  const httpRequest = { rawBody: Buffer.from(body), headers };
  const [webhookDescription] = type.description.webhooks ?? [];
  const context = new n8n.core.WebhookContext(
    ...[workflow, node, { ...instance, httpRequest, httpResponse }, "webhook"],
    ...[{ webhookDescription }, []],
  );
  const { workflowData } = await type.webhook.call(context);
  return { status, items: workflowData?.flat().map(({ json }) => json) ?? null };
}

/** A workflow in n8n. The nodes run in the contexts of `n8n-core`, and their requests are its own. */
export function openWorkflow(n8n: N8n, account: Account) {
  const instance = describeInstance(n8n, account);
  const memory: Json = {};

  function callHook(method: "checkExists" | "create" | "delete", parameters: Json) {
    const { type } = n8n.loader.getNode("formIntakeTrigger");
    const { workflow, node, issues } = place(n8n, type, { parameters }, memory);
    if (issues) throw new Error(JSON.stringify(issues));
    const context = new n8n.core.HookContext(workflow, node, instance, "trigger", "activate");
    return type.webhookMethods.default[method].call(context);
  }

  return {
    /** What the trigger remembers. */
    memory,
    testCredentials: () => testCredentials(n8n, instance),
    loadOptions(name: string) {
      const { type } = n8n.loader.getNode(name);
      const { workflow, node } = place(n8n, type, { parameters: {} });
      const context = new n8n.core.LoadOptionsContext(workflow, node, instance, "");
      return type.methods.loadOptions.getForms.call(context);
    },
    execute: (parameters: Json, options?: { isLenient?: boolean; items?: Item[] }) =>
      execute(n8n, instance, parameters, options),
    /** As when someone activates the workflow: n8n creates a webhook only if there is none. */
    async activate(parameters: Json): Promise<"existed" | "created"> {
      if (await callHook("checkExists", parameters)) return "existed";
      await callHook("create", parameters);
      return "created";
    },
    deactivate: (parameters: Json) => callHook("delete", parameters),
    receive: (call: Call) => receive(n8n, instance, memory, call),
  };
}
