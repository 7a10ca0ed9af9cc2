import { DAY_MS } from "#lib/core/durations";
import type { EmailDelivery, NotificationPlan } from "#lib/domain/emails/schema";
import type {
  Submission,
  SubmissionFields,
  SubmissionSummary,
} from "#lib/domain/submissions/schema";
import {
  FIELDS,
  IDS,
  member,
  recipient,
  TIMES,
  VISITOR,
} from "#lib/entry/management/contracts/examples/example";

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
  suspected: false,
  answeredAt: TIMES.now,
  answeredBy: member,
  assignee: member,
} as const;

export const submissionSummary: SubmissionSummary = {
  ...head,
  preview: `${FIELDS.topic} · ${FIELDS.message}`,
  attachmentCount: 1,
};

export const submissionFields: SubmissionFields = {
  ...head,
  fields: FIELDS,
  spamReason: null,
  signals: [{ code: "links", points: 1, text: "More links than this form’s messages have" }],
  heldReason: null,
  importId: null,
  invalidFields: null,
  guessedCharset: null,
  context: {
    pageUrl: "https://www.example.com/contact?utm_source=newsletter",
    pageTitle: "Contact us",
    referrer: "news.example.com",
    utm: { source: "newsletter", medium: null, campaign: null, term: null, content: null },
  },
  expiresAt: null,
  confirmation: {
    status: "confirmed",
    requestedAt: TIMES.received - 180_000,
    confirmedAt: TIMES.received,
    address: "203.0.113.9",
  },
  notificationPlan: plan,
};

export const emailDelivery: EmailDelivery = {
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
      finishedAt: TIMES.finished,
      outcome: "sent",
      error: null,
    },
  ],
  createdAt: TIMES.received,
  lastAttemptAt: TIMES.attempted,
  nextAttemptAt: null,
  providerStatus: "delivered",
  providerReportedAt: TIMES.finished + 2_000,
};

export const submission: Submission = {
  ...submissionFields,
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
  deliveries: [emailDelivery],
};

export const csv = `\uFEFF"id","received_at","form","folder","name","email","fields_json"\r
"${IDS.submission}","${new Date(TIMES.received).toISOString()}","Contact","inbox","${VISITOR.name}","${VISITOR.email}","{""topic"":""Sales""}"\r
`;
