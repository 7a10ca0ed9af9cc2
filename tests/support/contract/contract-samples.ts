import { newId } from "#lib/core/ids";
import { endpoints } from "#lib/http/contracts/index";
import type { Endpoint } from "#lib/http/endpoint";
import { DESTINATION_SAMPLES } from "#tests/support/contract/destination-samples";
import type { Sample } from "#tests/support/contract/sample";
import {
  createForm,
  createVerifiedRecipient,
  type Workspace,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import {
  createAttachment,
  createDelivery,
  createSubmission,
} from "#tests/support/factories/message-factories";

async function withForm(workspace: Workspace, sample: Omit<Sample, "params">): Promise<Sample> {
  return { params: { formId: (await createForm(workspace)).id }, ...sample };
}

async function withSubmission(
  workspace: Workspace,
  sample: Omit<Sample, "params">,
): Promise<Sample> {
  const form = await createForm(workspace);
  return { params: { submissionId: (await createSubmission(workspace, form)).id }, ...sample };
}

async function formBody(workspace: Workspace) {
  const recipient = await createVerifiedRecipient(workspace);
  return {
    name: "Contact",
    recipientIds: [recipient.id],
    settings: {
      subject: "A message",
      allowedOrigins: ["https://www.example.com"],
      redirectUrl: "https://www.example.com/thanks",
      honeypot: "company_fax",
      messageRetentionDays: 30,
      uploads: { enabled: true, retentionDays: 7 },
    },
  };
}

function widgetBody() {
  return {
    siteKey: "0x4AAAAAAAexample",
    secretKey: "0x4AAAAAAAexampleSecret",
    hostnames: ["www.example.com"],
    enabled: true,
  };
}

async function ruleBody(workspace: Workspace) {
  const recipient = await createVerifiedRecipient(workspace);
  return {
    id: newId(),
    name: "Sales",
    field: "topic",
    operator: "equals",
    value: "sales",
    recipientIds: [recipient.id],
  };
}

async function replyBody(workspace: Workspace) {
  const recipient = await createVerifiedRecipient(workspace);
  return {
    enabled: true,
    subject: "Thank you",
    message: "We read every message.",
    replyRecipientId: recipient.id,
  };
}

/** A form with a webhook whose only delivery failed in the past. */
async function withWebhook(workspace: Workspace) {
  const form = await createForm(workspace);
  const webhook = await createWebhook(workspace, form);
  const submission = await createSubmission(workspace, form);
  const createdAt = new Date(Date.now() - 120_000);
  const options = { submission, status: "failed", createdAt } as const;
  const { id } = await createWebhookDelivery(workspace, form, webhook, options);
  return { formId: form.id, revision: webhook.revision, deliveryId: id };
}

/** One sample per endpoint, by operation id; each call creates new resources in the workspace. */
const samples: Record<string, (workspace: Workspace) => Promise<Sample>> = {
  ...DESTINATION_SAMPLES,
  getToken: async () => ({ status: 200 }),
  listForms: async () => ({ status: 200, query: { limit: "10", status: "active" } }),
  createForm: async (workspace) => ({ status: 201, body: await formBody(workspace) }),
  getForm: (workspace) => withForm(workspace, { status: 200 }),
  updateForm: async (workspace) =>
    withForm(workspace, {
      status: 200,
      body: { ...(await formBody(workspace)), status: "paused" },
    }),
  deleteForm: (workspace) => withForm(workspace, { status: 204 }),
  rotateFormKey: (workspace) => withForm(workspace, { status: 200 }),
  connectTurnstile: (workspace) => withForm(workspace, { status: 200, body: widgetBody() }),
  disconnectTurnstile: (workspace) => withForm(workspace, { status: 204 }),
  listRecipients: async () => ({ status: 200 }),
  addRecipient: async () => ({ status: 202, body: { email: `new-${newId()}@example.com` } }),
  listSubmissions: async (workspace) => {
    const { id } = await createForm(workspace);
    const filter = { folder: "all", formId: id, search: "hello", unread: "true" };
    const range = { receivedAfter: "1795255200000", receivedBefore: "1795341600000" };
    const query = { ...filter, ...range, limit: "10", order: "asc", include: "fields" };
    return { status: 200, query };
  },
  exportSubmissions: async (workspace) => {
    const { id } = await createForm(workspace);
    const filter = { folder: "all", formId: id, search: "hello", unread: "true" };
    const range = { receivedAfter: "1795255200000", receivedBefore: "1795341600000" };
    return { status: 200, query: { ...filter, ...range } };
  },
  getSubmission: (workspace) => withSubmission(workspace, { status: 200 }),
  updateSubmission: (workspace) =>
    withSubmission(workspace, { status: 200, body: { folder: "archive", read: true } }),
  updateSubmissions: async (workspace) => {
    const { id } = await createSubmission(workspace, await createForm(workspace));
    return { status: 200, body: { ids: [id], folder: "archive", read: true } };
  },
  restoreSubmission: async (workspace) => {
    const form = await createForm(workspace);
    const { id } = await createSubmission(workspace, form, { folder: "spam" });
    return { status: 200, params: { submissionId: id } };
  },
  deleteSubmission: (workspace) => withSubmission(workspace, { status: 204 }),
  downloadAttachment: async (workspace) => {
    const submission = await createSubmission(workspace, await createForm(workspace));
    const { id } = await createAttachment(workspace, submission);
    return { status: 200, params: { submissionId: submission.id, attachmentId: id } };
  },
  retryEmailDelivery: async (workspace) => {
    const submission = await createSubmission(workspace, await createForm(workspace));
    const createdAt = new Date(Date.now() - 120_000);
    const { id } = await createDelivery(workspace, submission, { status: "failed", createdAt });
    return {
      status: 200,
      params: { submissionId: submission.id, emailDeliveryId: id },
      body: { acknowledgePossibleDuplicate: true },
    };
  },
  getUsage: async () => ({ status: 200 }),
  getFields: (workspace) => withForm(workspace, { status: 200 }),
  saveFields: (workspace) =>
    withForm(workspace, {
      status: 200,
      body: {
        revision: null,
        fields: [
          { name: "topic", type: "choice", label: "Topic", options: [{ value: "a", label: "A" }] },
        ],
        otherFields: "drop",
        onInvalid: "mark",
      },
    }),
  getPage: (workspace) => withForm(workspace, { status: 200 }),
  savePage: (workspace) =>
    withForm(workspace, {
      status: 200,
      body: { revision: null, title: "Write to us", accent: "#7a2e8e", theme: "dark" },
    }),
  getRouting: (workspace) => withForm(workspace, { status: 200 }),
  saveRouting: async (workspace) =>
    withForm(workspace, {
      status: 200,
      body: { revision: null, enabled: true, rules: [await ruleBody(workspace)] },
    }),
  previewRouting: async (workspace) =>
    withForm(workspace, {
      status: 200,
      body: {
        config: { enabled: true, rules: [await ruleBody(workspace)] },
        fields: { topic: "Sales" },
      },
      freeObjects: ["fields"],
    }),
  getAutoresponder: (workspace) => withForm(workspace, { status: 200 }),
  saveAutoresponder: async (workspace) => {
    const sample = await withForm(workspace, { status: 200 });
    await createVerifiedWidget(sample.params?.formId ?? "");
    return { ...sample, body: { revision: null, ...(await replyBody(workspace)) } };
  },
  previewAutoresponder: async (workspace) =>
    withForm(workspace, { status: 200, body: await replyBody(workspace) }),
  getWebhook: (workspace) => withForm(workspace, { status: 200 }),
  saveWebhook: async (workspace) => {
    const { formId, revision } = await withWebhook(workspace);
    const body = { url: "https://hooks.example.com/other", enabled: false, revision };
    return { status: 200, params: { formId }, body };
  },
  deleteWebhook: (workspace) => withForm(workspace, { status: 204 }),
  rotateWebhookSecret: async (workspace) => {
    const { formId, revision } = await withWebhook(workspace);
    return { status: 200, params: { formId }, body: { revision } };
  },
  testWebhook: async (workspace) => {
    const { formId } = await withWebhook(workspace);
    return { status: 202, params: { formId } };
  },
  listWebhookDeliveries: async (workspace) => {
    const { formId } = await withWebhook(workspace);
    return { status: 200, params: { formId }, query: { limit: "10", status: "failed" } };
  },
  replayWebhook: async (workspace) => {
    const { formId } = await withWebhook(workspace);
    const to = Date.now() + 1_000;
    const body = { from: to - 3_600_000, to, status: "undelivered" };
    return { status: 202, params: { formId }, body };
  },
  getWebhookDelivery: async (workspace) => {
    const { formId, deliveryId } = await withWebhook(workspace);
    return { status: 200, params: { formId, deliveryId } };
  },
  retryWebhookDelivery: async (workspace) => {
    const { formId, deliveryId } = await withWebhook(workspace);
    return { status: 200, params: { formId, deliveryId } };
  },
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
