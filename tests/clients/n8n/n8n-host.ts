import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "#selfhost/checkout";

export const PACKAGE = join(ROOT, "clients/n8n");

type Json = Record<string, unknown>;
type Item = { json: Json; pairedItem?: { item: number } };
type Option = { name: string; value: string };
type Method<Result> = (this: object) => Promise<Result>;
type NodeType = {
  description: { name: string; version: number; properties: object[]; webhooks?: object[] };
  methods: { loadOptions: Record<string, Method<Option[]>> };
  webhookMethods: { default: Record<"checkExists" | "create" | "delete", Method<boolean>> };
  webhook: Method<{ workflowData?: Item[][]; webhookResponse?: unknown }>;
  execute: Method<Item[][]>;
};
type Request = {
  method?: string;
  url: string;
  baseURL?: string;
  qs?: Json;
  body?: Json;
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean;
};
/** A request to the webhook's URL. */
type Call = { body: string; headers: NodeJS.Dict<string | string[]> };

/** The built package and n8n's own library, by n8n's interfaces. */
function loadPackage() {
  const load = createRequire(join(PACKAGE, "package.json"));
  const { n8n }: { n8n: { nodes: string[]; credentials: string[] } } = load("./package.json");
  const [nodes, credentials] = [n8n.nodes, n8n.credentials].map((paths) =>
    paths.map((path) => {
      const [made] = Object.values(load(`./${path}`)) as (new () => object)[];
      if (!made) throw new Error(`${path} exports nothing`);
      return new made();
    }),
  );
  const [credential] = credentials as {
    authenticate: { properties: { headers: Json } };
    test: { request: Request };
  }[];
  if (!credential) throw new Error("the package has no credentials");
  return { nodes: nodes as NodeType[], credential, workflow: load("n8n-workflow") };
}

/**
 * A workflow in n8n, as far as nodes see it. Parameters and expressions are resolved by `n8n-workflow`; the
 * HTTP helper is fetch, because `n8n-core` needs native builds.
 */
export function openWorkflow(account: { baseUrl: string; apiToken: string }, webhookUrl = "") {
  const { nodes, credential, workflow } = loadPackage();
  const staticData: Json = {};

  function findType(name: string): NodeType {
    const type = nodes.find(({ description }) => description.name === name);
    if (!type) throw new Error(`the package has no node ${name}`);
    return type;
  }

  /** Resolves expressions with the credentials' values. */
  function resolve<T>(value: T): T {
    const nodeTypes = { getByNameAndVersion: () => nodes[0], getByName: () => nodes[0] };
    const node = {
      id: "1",
      name: "N",
      type: "n",
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    };
    const one = new workflow.Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
    const data = { $credentials: account };
    return one.expression.getParameterValue(value, null, 0, 0, "N", [], "manual", data);
  }

  async function send({ method = "GET", url, baseURL, qs = {}, body, ...options }: Request) {
    const target = new URL(url, baseURL);
    for (const [name, value] of Object.entries(qs)) target.searchParams.set(name, String(value));
    const headers = resolve(credential.authenticate.properties.headers) as Record<string, string>;
    const response = await fetch(target, {
      method,
      headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const data = text === "" ? text : JSON.parse(text);
    const { status } = response;
    if (response.ok || options.ignoreHttpStatusErrors) {
      const named = Object.fromEntries(response.headers);
      return options.returnFullResponse ? { statusCode: status, headers: named, body: data } : data;
    }
    throw Object.assign(new Error(`Request failed with status code ${status}`), {
      response: { status, data },
    });
  }

  /** What a node's methods have as `this`. */
  function contextOf({ description }: NodeType, given: Json = {}) {
    const node = {
      ...{ id: "1", name: description.name, type: description.name, position: [0, 0] },
      ...{ typeVersion: description.version, parameters: given },
    };
    const { properties } = description;
    const { NodeHelpers } = workflow;
    const parameters = NodeHelpers.getNodeParameters(
      properties,
      given,
      true,
      false,
      node,
      description,
    );
    const issues = NodeHelpers.getNodeParametersIssues(
      properties,
      { ...node, parameters },
      description,
    );
    return {
      issues,
      context: {
        getNode: () => node,
        getWorkflow: () => ({ id: "1", name: "Sales  ", active: true }),
        getCredentials: async () => account,
        getNodeWebhookUrl: () => webhookUrl,
        getWorkflowStaticData: () => staticData,
        getNodeParameter: (name: string) => {
          if (name in parameters) return parameters[name];
          throw new Error(`Could not get parameter ${name}`);
        },
        helpers: {
          httpRequestWithAuthentication: (_name: string, request: Request) => send(request),
          returnJsonArray: (json: Json) => [{ json }],
        },
      },
    };
  }

  /** The context of a node whose parameters are complete, as n8n demands before it runs one. */
  function completeContext(type: NodeType, parameters: Json) {
    const { context, issues } = contextOf(type, parameters);
    if (issues) throw new Error(JSON.stringify(issues));
    return context;
  }

  const trigger = findType("formIntakeTrigger");
  return {
    staticData,
    testCredentials: () => send(resolve(credential.test.request)),
    loadOptions: (name: string) =>
      findType(name).methods.loadOptions.getForms?.call(contextOf(findType(name)).context),
    async execute(parameters: Json, { isLenient = false, items = [{ json: {} }] } = {}) {
      const type = findType("formIntake");
      const context = {
        ...completeContext(type, parameters),
        getInputData: () => items,
        continueOnFail: () => isLenient,
      };
      const [output = []] = await type.execute.call(context);
      return output;
    },
    /** As when someone activates the workflow: n8n creates a webhook only if there is none. */
    async activate(parameters: Json): Promise<"existed" | "created"> {
      const context = completeContext(trigger, parameters);
      const { checkExists, create } = trigger.webhookMethods.default;
      if (await checkExists.call(context)) return "existed";
      await create.call(context);
      return "created";
    },
    deactivate: (parameters: Json) =>
      trigger.webhookMethods.default.delete.call(completeContext(trigger, parameters)),
    /** Hands a request to the trigger. `items` is what the workflow starts with, if it does. */
    async receive({ body, headers }: Call): Promise<{ status: number; items: Json[] | null }> {
      let status = 200;
      const response = {
        status(code: number) {
          status = code;
          return response;
        },
        send: () => response,
      };
      const result = await trigger.webhook.call({
        ...contextOf(trigger).context,
        getRequestObject: () => ({ rawBody: Buffer.from(body), headers }),
        getResponseObject: () => response,
      });
      const items = result.workflowData?.flat().map(({ json }) => json) ?? null;
      return { status, items };
    },
  };
}
