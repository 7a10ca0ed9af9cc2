import { IDS, type OperationExample, TIMES } from "#lib/http/openapi/examples/example";
import type { AddRecipientInput, Recipient, RecipientPending } from "#lib/recipients/schema";

export const recipient: Recipient = {
  id: IDS.recipient,
  email: "hello@example.com",
  status: "verified",
  verifiedAt: TIMES.created,
  createdAt: TIMES.created - 60_000,
};

const pending: RecipientPending = {
  id: IDS.newRecipient,
  email: "sales@example.com",
  status: "pending",
  verifiedAt: null,
  createdAt: TIMES.now,
  verificationSentAt: TIMES.now,
  resendAvailableAt: TIMES.now + 60_000,
};

export const recipientExamples = {
  listRecipients: { responses: { 200: { data: [recipient] } } },
  addRecipient: {
    body: { email: pending.email } satisfies AddRecipientInput,
    responses: {
      200: { data: { ...recipient, email: pending.email } satisfies Recipient },
      202: { data: pending },
    },
  },
} satisfies Record<string, OperationExample>;
