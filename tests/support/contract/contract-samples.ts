import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import type { Token } from "#lib/domain/tokens/schema";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { IMPORT_SAMPLES } from "#tests/support/contract/import-samples";
import {
  type Body,
  MARKER,
  type MakeSample,
  newSubmission,
  onDestination,
  onDestinationDelivery,
  onForm,
  onNote,
  onNothing,
  onReply,
  onSavedReply,
  onSubmission,
  onWebhook,
  onWebhookDelivery,
  onWidget,
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
    subject: MARKER,
    allowedOrigins: ["https://www.example.com"],
    redirectUrl: `https://www.example.com/?${MARKER}`,
    honeypot: "company_fax",
    messageRetentionDays: 30,
    uploads: { enabled: true, retentionDays: 7 },
  },
});

const CONDITION = { field: "topic", operator: "equals", value: MARKER };

const routingBody = (recipientIds: string[]) => ({
  enabled: true,
  rules: [{ id: newId(), name: "Sales", ...CONDITION, recipientIds }],
});

const replyBody = ([replyRecipientId = ""]: string[]) => ({
  enabled: true,
  subject: MARKER,
  message: MARKER,
  replyRecipientId,
});

const DESTINATION = {
  url: `https://hooks.example.com/${MARKER}`,
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

const changeOf = ({ user }: Workspace) => ({
  folder: "archive",
  read: true,
  suspected: false,
  answered: true,
  assigneeId: user.id,
});

const FAILED = { query: { limit: "10", status: "failed" } };

function filter(formId: string): Record<string, string> {
  const range = { receivedAfter: "1795255200000", receivedBefore: "1795341600000" };
  return {
    folder: "all",
    formId,
    search: MARKER,
    unread: "true",
    answered: "false",
    assigneeId: "none",
    ...range,
  };
}

/** Samples by operation ID, where the path doesn't say it all; each call creates new resources in the workspace. */
const samples: Record<string, MakeSample> = {
  ...IMPORT_SAMPLES,
  listForms: onNothing({ limit: "10", status: "active" }),
  createForm: async (workspace) => {
    const { id } = await createVerifiedRecipient(workspace);
    return { body: formBody([id]) };
  },
  updateForm: onForm(({ recipientIds }) => ({
    ...formBody(recipientIds),
    status: "paused",
  })),
  connectTurnstile: onForm({
    siteKey: "0x4AAAAAAAexample",
    secretKey: `0x4AAAAAAA${MARKER}`,
    hostnames: ["www.example.com"],
    enabled: true,
  }),
  disconnectTurnstile: onWidget(),
  addRecipient: async () => ({ status: 202, body: { email: `new-${newId()}@example.com` } }),
  listSubmissions: async (workspace) => {
    const { id: formId } = await createForm(workspace);
    const page = { limit: "10", order: "asc", include: "fields" };
    return { query: { ...filter(formId), ...page } };
  },
  exportSubmissions: async (workspace) => {
    const { id: formId } = await createForm(workspace);
    return { query: filter(formId) };
  },
  updateSubmission: async (workspace) => {
    const { id } = await newSubmission(workspace);
    return { params: { submissionId: id }, body: changeOf(workspace) };
  },
  updateSubmissions: async (workspace) => {
    const { id } = await newSubmission(workspace);
    return { body: { ids: [id], ...changeOf(workspace) } };
  },
  createNote: onSubmission({ text: "Called her." }),
  createNotes: async (workspace) => {
    const { id } = await newSubmission(workspace);
    return { status: 201, body: { ids: [id], text: "Called her." } };
  },
  updateNote: onNote({ text: "Called her twice." }),
  deleteNote: onNote(),
  sendReply: async (workspace) => {
    const { id } = await newSubmission(workspace);
    const body = { text: "Hello", replyToMemberId: workspace.user.id };
    return { params: { submissionId: id }, body };
  },
  undoReply: onReply(),
  restoreSubmission: async (workspace) => {
    const { id } = await newSubmission(workspace, "spam");
    return { params: { submissionId: id } };
  },
  downloadAttachment: async (workspace) => {
    const submission = await newSubmission(workspace);
    const { id } = await createAttachment(workspace, submission);
    return { params: { submissionId: submission.id, attachmentId: id } };
  },
  retryEmailDelivery: async (workspace) => {
    const submission = await newSubmission(workspace);
    const options = { status: "failed", createdAt: new Date(Date.now() - 120_000) } as const;
    const { id } = await createDelivery(workspace, submission, options);
    const params = { submissionId: submission.id, emailDeliveryId: id };
    return { params, body: { acknowledgePossibleDuplicate: true } };
  },
  createSavedReply: async () => ({ body: { name: `Quote ${newId()}`, text: MARKER } }),
  updateSavedReply: onSavedReply({ name: "Offer", text: MARKER }),
  saveFields: onForm({
    revision: null,
    fields: [
      { name: "topic", type: "choice", label: MARKER, options: [{ value: "a", label: "A" }] },
    ],
    otherFields: "drop",
    onInvalid: "mark",
  }),
  savePage: onForm({
    revision: null,
    title: MARKER,
    accent: "#7a2e8e",
    theme: "dark",
  }),
  saveOptions: onForm({ ...UNSAVED_OPTIONS, maxSubmissions: 50 }),
  saveSpamFilter: onForm({ revision: null, filter: "move", challenge: true }),
  saveNotificationChoice: async (workspace) => {
    const { id: formId } = await createForm(workspace);
    const body = { memberId: workspace.user.id, frequency: "daily", hour: 9 };
    return { params: { formId }, body };
  },
  saveRouting: onForm(({ recipientIds }) => ({
    revision: null,
    ...routingBody(recipientIds),
  })),
  previewRouting: onForm(
    ({ recipientIds }) => ({ config: routingBody(recipientIds), fields: { topic: "Sales" } }),
    { freeObjects: ["fields"] },
  ),
  saveAutoresponder: async (workspace) => {
    const { id: formId, recipientIds } = await createForm(workspace);
    await createVerifiedWidget(formId);
    const body = { revision: null, ...replyBody(recipientIds) };
    return { params: { formId }, body };
  },
  previewAutoresponder: onForm(({ recipientIds }) => replyBody(recipientIds)),
  saveWebhook: onWebhook(({ revision }) => ({
    url: `https://hooks.example.com/${MARKER}`,
    enabled: false,
    revision,
  })),
  deleteWebhook: onWebhook(),
  rotateWebhookSecret: onWebhook(({ revision }) => ({ revision })),
  testWebhook: onWebhook(),
  listWebhookDeliveries: onWebhook(null, FAILED),
  replayWebhook: onWebhook(replay),
  listDestinations: async (workspace) => {
    const { formId } = (await withDestination(workspace)).params;
    const query = { kind: "webhook", source: "Zapier", url: DESTINATION.url };
    return { params: { formId }, query };
  },
  createDestination: onForm({ kind: "webhook", ...DESTINATION, source: "Zapier" }),
  updateDestination: onDestination(DESTINATION),
  rotateDestinationSecret: onDestination({ overlapHours: 24 }),
  listDestinationDeliveries: onDestination(null, FAILED),
  replayDestination: onDestination(replay),
};

/** What verbs are told of the token, which only calls with a template read. */
const TOKEN: Token = {
  id: newId(),
  name: "Example token",
  scopes: [],
  expiresAt: 0,
  workspaceId: newId(),
  environment: "staging",
};

/** What an endpoint without a sample of its own is about. */
function makeFor({ path }: Endpoint): MakeSample {
  const isAboutDelivery = path.includes("{deliveryId}");
  if (path.includes("{destinationId}"))
    return isAboutDelivery ? onDestinationDelivery() : onDestination();
  if (isAboutDelivery) return onWebhookDelivery();
  if (path.includes("{submissionId}")) return onSubmission();
  if (path.includes("{savedReplyId}")) return onSavedReply();
  return path.includes("{formId}") ? onForm() : onNothing();
}

export async function sampleOf(endpoint: Endpoint, workspace: Workspace): Promise<Sample> {
  const status = Number(Object.keys(endpoint.responses)[0]);
  const make = samples[endpoint.operationId] ?? makeFor(endpoint);
  return { status, ...(await make(workspace)) };
}

/** The successful call of an endpoint's verb in a workspace, as someone. */
export async function callOf(operationId: string, workspace: Workspace, ctx: Context) {
  const endpoint = endpoints.find((one) => one.operationId === operationId);
  if (!endpoint) throw new Error(`${operationId} is no endpoint`);
  const { params = {}, query = {}, body = {} } = await sampleOf(endpoint, workspace);
  const parsed = { query: endpoint.query?.parse(query), body: endpoint.body?.parse(body) };
  return endpoint.run(ctx, { params, ...parsed, token: TOKEN });
}

/** An endpoint's path with its parameters filled in. */
export function pathOf(
  { path }: Pick<Endpoint, "path">,
  params: Record<string, string> = {},
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
}
