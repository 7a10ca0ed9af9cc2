import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError, NodeConnectionTypes } from "n8n-workflow";
import { callApi, formPath, getForms } from "./call-api";
import { formProperty } from "./properties";
import { isGenuine } from "./verify-signature";

const SOURCE = "n8n";
const MAX_NAME_CHARACTERS = 60;

/** What the node remembers about its destination. The service shows the secret only once. */
type Remembered = { formId?: string; destinationId?: string; signingSecret?: string };
type Destination = { id: string; url: string; signingSecret?: string };
type Event = { id: string; type: string; timestamp: string; data: { submission?: IDataObject } };

const remembered = (node: IHookFunctions | IWebhookFunctions): Remembered =>
  node.getWorkflowStaticData("node");

/** The destinations that lead to this node. */
async function listDestinations(node: IHookFunctions, formId: string): Promise<Destination[]> {
  const qs = { source: SOURCE, url: node.getNodeWebhookUrl("default") };
  const path = formPath(formId, "/destinations");
  const { data } = await callApi<{ data: Destination[] }>(node, "GET", path, { qs });
  return data;
}

/** Deletes a destination, unless it or its form is gone. */
async function deleteDestination(node: IHookFunctions, formId: string, id: string): Promise<void> {
  try {
    await callApi(node, "DELETE", formPath(formId, `/destinations/${id}`));
  } catch (error) {
    const failure = new NodeApiError(node.getNode(), error as JsonObject);
    if (failure.httpCode !== "404") throw failure;
  }
}

export class FormIntakeTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Form Intake Trigger",
    name: "formIntakeTrigger",
    icon: {
      light: "file:../../icons/form-intake.svg",
      dark: "file:../../icons/form-intake.dark.svg",
    },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts the workflow when a form gets a message",
    defaults: { name: "Form Intake Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "formIntakeApi", required: true }],
    webhooks: [
      { name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" },
    ],
    properties: [
      formProperty,
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        options: [
          { name: "Message Deleted", value: "submission.deleted" },
          { name: "Message Moved, Read, Answered, or Assigned", value: "submission.updated" },
          { name: "New Message", value: "submission.created" },
          { name: "Note Written", value: "submission.noted" },
        ],
        default: ["submission.created"],
        required: true,
      },
    ],
  };

  methods = { loadOptions: { getForms } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { destinationId, signingSecret } = remembered(this);
        const formId = this.getNodeParameter("formId") as string;
        const found = await listDestinations(this, formId);
        return found.some(({ id }) => id === destinationId && signingSecret !== undefined);
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const formId = this.getNodeParameter("formId") as string;
        // What an earlier activation left behind is of no use without its secret.
        for (const { id } of await listDestinations(this, formId))
          await deleteDestination(this, formId, id);
        const body = {
          kind: "webhook",
          url: this.getNodeWebhookUrl("default"),
          name: (this.getWorkflow().name ?? "").trim().slice(0, MAX_NAME_CHARACTERS) || SOURCE,
          events: this.getNodeParameter("events") as string[],
          source: SOURCE,
        };
        const path = formPath(formId, "/destinations");
        const { data } = await callApi<{ data: Destination }>(this, "POST", path, { body });
        const { id: destinationId, signingSecret } = data;
        Object.assign(remembered(this), { formId, destinationId, signingSecret });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const { formId, destinationId } = remembered(this);
        if (formId && destinationId) await deleteDestination(this, formId, destinationId);
        const memory = remembered(this);
        delete memory.formId;
        delete memory.destinationId;
        delete memory.signingSecret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { signingSecret } = remembered(this);
    const { rawBody, headers } = this.getRequestObject();
    if (!signingSecret || !isGenuine(rawBody, headers, signingSecret, new Date())) {
      this.getResponseObject().status(401).send("The signature is missing or wrong.");
      return { noWebhookResponse: true };
    }
    const { id, type, timestamp, data }: Event = JSON.parse(rawBody.toString("utf8"));
    // A test has no message, and starts nothing.
    if (!data.submission) return { webhookResponse: "The test arrived." };
    const message = { ...data.submission, event: { id, type, timestamp } };
    return { workflowData: [this.helpers.returnJsonArray(message)] };
  }
}
