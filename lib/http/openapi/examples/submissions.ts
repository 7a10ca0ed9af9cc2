import {
  CURSOR,
  DAY_MS,
  FIELDS,
  IDS,
  type OperationExample,
  TIMES,
  VISITOR,
} from "#lib/http/openapi/examples/example";
import { recipient } from "#lib/http/openapi/examples/recipients";
import type { EmailDelivery, NotificationPlan } from "#lib/notifications/schema";
import type {
  Submission,
  SubmissionFields,
  SubmissionSummary,
  UpdateSubmissionInput,
} from "#lib/submissions/schema";

export const plan: NotificationPlan = {
  recipients: [{ id: recipient.id, email: recipient.email }],
  reason: "routing_rule",
  ruleId: IDS.rule,
  ruleName: "Sales",
};

const head = {
  id: IDS.submission,
  formId: IDS.form,
  formName: "Contact",
  folder: "inbox",
  read: false,
  receivedAt: TIMES.received,
  ...VISITOR,
} as const;

const summary: SubmissionSummary = {
  ...head,
  preview: `${FIELDS.topic} · ${FIELDS.message}`,
  attachmentCount: 1,
};

const fields: SubmissionFields = {
  ...head,
  fields: FIELDS,
  spamReason: null,
  expiresAt: null,
  notificationPlan: plan,
};

const delivery: EmailDelivery = {
  id: IDS.emailDelivery,
  recipientId: recipient.id,
  email: recipient.email,
  kind: "notification",
  status: "sent",
  attempts: [
    {
      id: IDS.emailAttempt,
      number: 1,
      trigger: "automatic",
      startedAt: TIMES.attempted,
      finishedAt: TIMES.answered,
      outcome: "sent",
      error: null,
    },
  ],
  createdAt: TIMES.received,
  lastAttemptAt: TIMES.attempted,
  nextAttemptAt: null,
};

const submission: Submission = {
  ...fields,
  attachments: [
    {
      id: IDS.attachment,
      field: "file",
      filename: "requirements.pdf",
      contentType: "application/pdf",
      size: 48_213,
      expiresAt: TIMES.received + 30 * DAY_MS,
      status: "available",
    },
  ],
  visitorReply: { status: "not_eligible", reason: "no_consent" },
  deliveries: [delivery],
};

const csv = `\uFEFF"id","received_at","form","folder","name","email","fields_json"\r
"${IDS.submission}","${new Date(TIMES.received).toISOString()}","Contact","inbox","${VISITOR.name}","${VISITOR.email}","{""topic"":""Sales""}"\r
`;

export const submissionExamples = {
  listSubmissions: {
    query: { folder: "inbox", search: "quote", limit: 25 },
    responses: { 200: { data: [summary], nextCursor: CURSOR } },
  },
  exportSubmissions: { query: { folder: "inbox" }, responses: { 200: csv } },
  getSubmission: { responses: { 200: { data: submission } } },
  updateSubmission: {
    body: { folder: "archive", read: true } satisfies UpdateSubmissionInput,
    responses: { 200: { data: { ...fields, folder: "archive", read: true } } },
  },
  retryEmailDelivery: {
    body: { acknowledgePossibleDuplicate: true },
    responses: {
      200: {
        data: {
          message: "The email is queued and will be sent in a moment.",
          delivery: {
            ...delivery,
            status: "queued",
            attempts: delivery.attempts.map((attempt) => ({ ...attempt, outcome: "uncertain" })),
            nextAttemptAt: TIMES.now,
          },
        },
      },
    },
  },
} satisfies Record<string, OperationExample>;
