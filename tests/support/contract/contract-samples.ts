import { newId } from "#lib/core/ids";
import { endpoints } from "#lib/http/contracts/index";
import type { Endpoint } from "#lib/http/endpoint";
import {
  type Body,
  type MakeSample,
  newSubmission,
  onDestination,
  onDestinationDelivery,
  onForm,
  onNothing,
  onSubmission,
  onWebhook,
  onWebhookDelivery,
  type Sample,
  withDestination,
} from "#tests/support/contract/sample";
import {
  createForm,
  createVerifiedRecipient,
  type Workspace,
} from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { createAttachment, createDelivery } from "#tests/support/factories/message-factories";

const formBody = (recipientIds: string[]) => ({
  name: "Contact",
  recipientIds,
  settings: {
    subject: "A message",
    allowedOrigins: ["https://www.example.com"],
    redirectUrl: "https://www.example.com/thanks",
    honeypot: "company_fax",
    messageRetentionDays: 30,
    uploads: { enabled: true, retentionDays: 7 },
  },
});

const CONDITION = { field: "topic", operator: "equals", value: "sales" };

const routingBody = (recipientIds: string[]) => ({
  enabled: true,
  rules: [{ id: newId(), name: "Sales", ...CONDITION, recipientIds }],
});

const replyBody = ([replyRecipientId = ""]: string[]) => ({
  enabled: true,
  subject: "Thank you",
  message: "We read every message.",
  replyRecipientId,
});

const DESTINATION = {
  url: "https://hooks.example.com/other",
  name: "CRM",
  enabled: true,
  events: ["submission.created", "submission.deleted"],
  conditions: { match: "any", rules: [CONDITION] },
  content: "link",
};

function replay(): Body {
  const to = Date.now() + 1_000;
  return { from: to - 3_600_000, to, status: "undelivered" };
}

const FAILED = { query: { limit: "10", status: "failed" } };

function filter(formId: string): Record<string, string> {
  const range = { receivedAfter: "1795255200000", receivedBefore: "1795341600000" };
  return { folder: "all", formId, search: "hello", unread: "true", ...range };
}

/** One sample per endpoint, by operation id; each call creates new resources in the workspace. */
const samples: Record<string, MakeSample> = {
  getToken: onNothing(),
  listForms: onNothing({ limit: "10", status: "active" }),
  createForm: async (workspace) => {
    const { id } = await createVerifiedRecipient(workspace);
    return { status: 201, body: formBody([id]) };
  },
  getForm: onForm(200),
  updateForm: onForm(200, ({ recipientIds }) => ({
    ...formBody(recipientIds),
    status: "paused",
  })),
  deleteForm: onForm(204),
  rotateFormKey: onForm(200),
  connectTurnstile: onForm(200, {
    siteKey: "0x4AAAAAAAexample",
    secretKey: "0x4AAAAAAAexampleSecret",
    hostnames: ["www.example.com"],
    enabled: true,
  }),
  disconnectTurnstile: onForm(204),
  listRecipients: onNothing(),
  addRecipient: async () => ({ status: 202, body: { email: `new-${newId()}@example.com` } }),
  listSubmissions: async (workspace) => {
    const { id: formId } = await createForm(workspace);
    const page = { limit: "10", order: "asc", include: "fields" };
    return { status: 200, query: { ...filter(formId), ...page } };
  },
  exportSubmissions: async (workspace) => {
    const { id: formId } = await createForm(workspace);
    return { status: 200, query: filter(formId) };
  },
  getSubmission: onSubmission(200),
  updateSubmission: onSubmission(200, { folder: "archive", read: true }),
  updateSubmissions: async (workspace) => {
    const { id } = await newSubmission(workspace);
    return { status: 200, body: { ids: [id], folder: "archive", read: true } };
  },
  restoreSubmission: async (workspace) => {
    const { id } = await newSubmission(workspace, "spam");
    return { status: 200, params: { submissionId: id } };
  },
  deleteSubmission: onSubmission(204),
  downloadAttachment: async (workspace) => {
    const submission = await newSubmission(workspace);
    const { id } = await createAttachment(workspace, submission);
    return { status: 200, params: { submissionId: submission.id, attachmentId: id } };
  },
  retryEmailDelivery: async (workspace) => {
    const submission = await newSubmission(workspace);
    const options = { status: "failed", createdAt: new Date(Date.now() - 120_000) } as const;
    const { id } = await createDelivery(workspace, submission, options);
    const params = { submissionId: submission.id, emailDeliveryId: id };
    return { status: 200, params, body: { acknowledgePossibleDuplicate: true } };
  },
  getUsage: onNothing(),
  getFields: onForm(200),
  saveFields: onForm(200, {
    revision: null,
    fields: [
      { name: "topic", type: "choice", label: "Topic", options: [{ value: "a", label: "A" }] },
    ],
    otherFields: "drop",
    onInvalid: "mark",
  }),
  getPage: onForm(200),
  savePage: onForm(200, {
    revision: null,
    title: "Write to us",
    accent: "#7a2e8e",
    theme: "dark",
  }),
  getRouting: onForm(200),
  saveRouting: onForm(200, ({ recipientIds }) => ({
    revision: null,
    ...routingBody(recipientIds),
  })),
  previewRouting: onForm(
    200,
    ({ recipientIds }) => ({ config: routingBody(recipientIds), fields: { topic: "Sales" } }),
    { freeObjects: ["fields"] },
  ),
  getAutoresponder: onForm(200),
  saveAutoresponder: async (workspace) => {
    const { id: formId, recipientIds } = await createForm(workspace);
    await createVerifiedWidget(formId);
    const body = { revision: null, ...replyBody(recipientIds) };
    return { status: 200, params: { formId }, body };
  },
  previewAutoresponder: onForm(200, ({ recipientIds }) => replyBody(recipientIds)),
  getWebhook: onForm(200),
  saveWebhook: onWebhook(200, ({ revision }) => ({
    url: "https://hooks.example.com/other",
    enabled: false,
    revision,
  })),
  deleteWebhook: onForm(204),
  rotateWebhookSecret: onWebhook(200, ({ revision }) => ({ revision })),
  testWebhook: onWebhook(202),
  listWebhookDeliveries: onWebhook(200, null, FAILED),
  replayWebhook: onWebhook(202, replay),
  getWebhookDelivery: onWebhookDelivery(200),
  retryWebhookDelivery: onWebhookDelivery(200),
  listDestinations: async (workspace) => {
    const { formId } = (await withDestination(workspace)).params;
    const query = { kind: "webhook", source: "Zapier", url: DESTINATION.url };
    return { status: 200, params: { formId }, query };
  },
  createDestination: onForm(201, { kind: "webhook", ...DESTINATION, source: "Zapier" }),
  getDestination: onDestination(200),
  updateDestination: onDestination(200, DESTINATION),
  deleteDestination: onDestination(204),
  testDestination: onDestination(202),
  rotateDestinationSecret: onDestination(200, { overlapHours: 24 }),
  getSampleEvents: onForm(200),
  listDestinationDeliveries: onDestination(200, null, FAILED),
  getDestinationDelivery: onDestinationDelivery(200),
  retryDestinationDelivery: onDestinationDelivery(200),
  replayDestination: onDestination(202, replay),
};

/** Endpoints without a sample; the contract suites require that there are none. */
export const endpointsWithoutSample = endpoints
  .map(({ operationId }) => operationId)
  .filter((operationId) => !(operationId in samples));

export function sampleOf(endpoint: Endpoint, workspace: Workspace): Promise<Sample> {
  const create = samples[endpoint.operationId];
  if (!create) throw new Error(`${endpoint.operationId} has no sample`);
  return create(workspace);
}

/** An endpoint's path with its parameters filled in. */
export function pathOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
}
