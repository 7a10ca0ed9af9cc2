import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from "n8n-workflow";
import { NodeConnectionTypes, NodeOperationError } from "n8n-workflow";
import { callApi, formPath, getForms, listItems } from "./call-api";
import {
  formOperations,
  formProperties,
  listProperties,
  submissionOperations,
  submissionProperties,
} from "./properties";

type Run = (node: IExecuteFunctions, item: number) => Promise<IDataObject[]>;
type Resource = { data: IDataObject };

const text = (node: IExecuteFunctions, name: string, item: number) =>
  node.getNodeParameter(name, item) as string;

const limitOf = (node: IExecuteFunctions, item: number) =>
  node.getNodeParameter("returnAll", item)
    ? Number.POSITIVE_INFINITY
    : (node.getNodeParameter("limit", item) as number);

const submissionPath = (node: IExecuteFunctions, item: number) =>
  `/v1/submissions/${encodeURIComponent(text(node, "submissionId", item))}`;

/** The filters that are set, as the API's parameters. */
function toQuery({ receivedAfter, receivedBefore, ...filters }: IDataObject): IDataObject {
  const query: IDataObject = { ...filters, include: "fields,attachments" };
  if (receivedAfter) query.receivedAfter = Date.parse(String(receivedAfter));
  if (receivedBefore) query.receivedBefore = Date.parse(String(receivedBefore));
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** Writes a note about a submission, or a reply to its sender. */
async function postText(node: IExecuteFunctions, item: number, what: "notes" | "replies") {
  const path = `${submissionPath(node, item)}/${what}`;
  const body = { text: text(node, "text", item) };
  return [(await callApi<Resource>(node, "POST", path, { body })).data];
}

/** What each operation of a resource does. */
const RUNS: Readonly<Record<string, Run>> = {
  "form get": async (node, item) => {
    const path = formPath(text(node, "formId", item));
    return [(await callApi<Resource>(node, "GET", path)).data];
  },
  "form getAll": (node, item) => listItems(node, "/v1/forms", {}, limitOf(node, item)),
  "submission get": async (node, item) => [
    (await callApi<Resource>(node, "GET", submissionPath(node, item))).data,
  ],
  "submission getAll": (node, item) => {
    const filters = toQuery(node.getNodeParameter("filters", item) as IDataObject);
    return listItems(node, "/v1/submissions", filters, limitOf(node, item));
  },
  "submission createNote": (node, item) => postText(node, item, "notes"),
  "submission reply": (node, item) => postText(node, item, "replies"),
  "submission update": async (node, item) => {
    const body = node.getNodeParameter("updateFields", item) as IDataObject;
    return [(await callApi<Resource>(node, "PATCH", submissionPath(node, item), { body })).data];
  },
};

export class FormIntake implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Form Intake",
    name: "formIntake",
    icon: {
      light: "file:../../icons/form-intake.svg",
      dark: "file:../../icons/form-intake.dark.svg",
    },
    group: ["input"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: "Work with forms and their messages",
    defaults: { name: "Form Intake" },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: "formIntakeApi", required: true }],
    properties: [
      {
        displayName: "Resource",
        name: "resource",
        type: "options",
        noDataExpression: true,
        options: [
          { name: "Form", value: "form" },
          { name: "Submission", value: "submission" },
        ],
        default: "submission",
      },
      ...formOperations,
      ...submissionOperations,
      ...formProperties,
      ...submissionProperties,
      ...listProperties,
    ],
  };

  methods = { loadOptions: { getForms } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const [item] of this.getInputData().entries()) {
      try {
        const operation = `${text(this, "resource", item)} ${text(this, "operation", item)}`;
        const run = RUNS[operation];
        if (!run)
          throw new NodeOperationError(this.getNode(), `There is no operation ${operation}.`);
        for (const json of await run(this, item)) results.push({ json, pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail())
          throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: item });
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}
