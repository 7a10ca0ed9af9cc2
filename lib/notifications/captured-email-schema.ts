import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { Id, Timestamp } from "#lib/core/text";
import { EmailKind } from "#lib/outbox/schema";

/** Days that the test inbox keeps what was captured, and that mails about no message are kept. */
export const MAIL_KEPT_DAYS = 30;

/** A captured mail as the test inbox lists it. */
export const CapturedEmailItem = z.strictObject({
  id: Id,
  to: z.string(),
  subject: z.string(),
  kind: EmailKind,
  createdAt: Timestamp.describe("When it was captured."),
});
export type CapturedEmailItem = z.output<typeof CapturedEmailItem>;

export const CapturedEmail = CapturedEmailItem.extend({
  from: z.string(),
  replyTo: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
});
export type CapturedEmail = z.output<typeof CapturedEmail>;

export const ListCapturedEmailsQuery = z.object({
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
  kind: EmailKind.optional(),
});
export type ListCapturedEmailsQuery = z.output<typeof ListCapturedEmailsQuery>;
