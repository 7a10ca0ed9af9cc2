import { Prisma } from "#lib/db/generated/client";
import type { InboxItem } from "#lib/submissions/inbox-schema";
import { Folder, SubmissionFields } from "#lib/submissions/schema";

/** A row of `submissions s JOIN forms f` as lists read it. */
export type ItemRow = {
  id: string;
  form_id: string;
  form_name: string;
  folder: string;
  is_read: boolean;
  received_at: Date;
  name: string | null;
  email: string | null;
  preview: string;
  attachment_count: number;
  spam_reason: string | null;
};

export const ITEM_COLUMNS = Prisma.sql`s.id, s.form_id, f.name AS form_name, s.folder, s.is_read,
  s.received_at, s.name, s.email, s.preview, s.attachment_count, s.spam_reason`;

export function toInboxItem(row: ItemRow): InboxItem {
  return {
    id: row.id,
    formId: row.form_id,
    formName: row.form_name,
    folder: Folder.parse(row.folder),
    read: row.is_read,
    receivedAt: row.received_at.getTime(),
    name: row.name,
    email: row.email,
    preview: row.preview,
    attachmentCount: row.attachment_count,
    spamReason: SubmissionFields.shape.spamReason.parse(row.spam_reason),
  };
}
