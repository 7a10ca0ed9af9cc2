import type { Recipient } from "#lib/domain/recipients/schema";

/** All examples share one story: a studio's contact form, and a submission by Ada. */
export const IDS = {
  workspace: "019a9c00-11d4-7f0a-8c55-6a1be0d3c201",
  token: "019a9c01-2f6b-7d18-9a42-0c7be5f1a902",
  form: "019a9c02-47c3-7b21-a5f6-91d4cc8e7303",
  recipient: "019a9c03-6e0d-7a94-8d3b-2f5c1ab9e404",
  newRecipient: "019a9c03-91a8-7c02-b6e7-d4830f2c1b05",
  submission: "019a9c2e-0c41-7e66-9b17-58e2f7ad3906",
  attachment: "019a9c2e-0c42-7133-84a9-e16f0bd5c207",
  emailDelivery: "019a9c2e-0c43-76d5-b0c8-7a9312ef4808",
  emailAttempt: "019a9c2e-1b87-7f29-8e5d-c40b96a37109",
  rule: "019a9c0a-5d12-7482-9f6a-3be8d1074c10",
  webhook: "019a9c0b-7e35-7c5b-a1d4-6f92b8c03e11",
  destination: "019a9c0b-9f21-7b64-8c37-d20e5a71f615",
  webhookDelivery: "019a9c2e-0c44-7a0e-96fb-15d7c38ea212",
  webhookAttempt: "019a9c2e-1d02-7b6c-8a31-f09e5d24b713",
  import: "019a9c2f-3a10-7c55-9d02-71b8e4f60a15",
  event: "019a9c2e-0c45-7d91-b2e6-84af17c0d514",
  member: "019a9c00-11d5-7a3c-9e18-4b7d02c6fa16",
  note: "019a9c4d-7a10-7c55-8f02-6be91d3a4c17",
  reply: "019a9c4e-02b8-7d60-a913-c5f8e47b2d18",
  savedReply: "019a9c0c-3a17-7e42-9d58-1b6fc2e07a16",
} as const;

/** Times in the story, 19 November 2026, in epoch milliseconds. */
export const TIMES = {
  created: 1_795_078_800_000,
  received: 1_795_082_462_785,
  attempted: 1_795_082_466_695,
  finished: 1_795_082_467_012,
  now: 1_795_086_000_000,
} as const;

export const member = { id: IDS.member, name: "Grace Hopper" } as const;

export const VISITOR = { name: "Ada Lovelace", email: "ada@example.com" } as const;
export const FIELDS = {
  ...VISITOR,
  topic: "Sales",
  message: "Could you send me a quote for the analytical engine?",
} as const;

export const CURSOR = `${TIMES.received}:${IDS.submission}`;

/** Path parameters in the examples. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = {
  formId: IDS.form,
  submissionId: IDS.submission,
  attachmentId: IDS.attachment,
  emailDeliveryId: IDS.emailDelivery,
  destinationId: IDS.destination,
  deliveryId: IDS.webhookDelivery,
  noteId: IDS.note,
  replyId: IDS.reply,
  savedReplyId: IDS.savedReply,
  importId: IDS.import,
};

/** `POST /f/{publicKey}`: Ada's request and response. */
export const intakeExamples = {
  publicKey: "7hQ2mXw9RkT4vB1nZc8LdE6y",
  body: FIELDS,
  accepted: {
    ok: true,
    success: true,
    code: 200,
    status: "success",
    result: "success",
    message: "Thank you",
    next: "https://example.com/thanks",
    data: { id: IDS.submission, receivedAt: TIMES.received },
  },
} as const;

export const recipient: Recipient = {
  id: IDS.recipient,
  email: "hello@example.com",
  status: "verified",
  verifiedAt: TIMES.created,
  createdAt: TIMES.created - 60_000,
  blockedReason: null,
};
