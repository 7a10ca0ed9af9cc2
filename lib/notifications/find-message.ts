import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import { db } from "#lib/db/database";
import { FormSettings } from "#lib/forms/schema";

/** A message as a mail about it shows it. */
export type Message = {
  id: string;
  formName: string;
  /** The form's setting, one line. */
  subject: string;
  receivedAt: Date;
  fields: FieldPairs;
  /** Value of the submitted field `email`: whatever the visitor typed. */
  email: string | null;
  preview: string;
  attachments: { filename: string; sizeBytes: number; expiresAt: Date }[];
};

/** The message with this id, or null when it has been deleted. */
export async function findMessage(ctx: Context, submissionId: string): Promise<Message | null> {
  const row = await db().submission.findFirst({
    where: { id: submissionId, workspaceId: ctx.workspaceId },
    select: {
      id: true,
      receivedAt: true,
      fields: true,
      email: true,
      preview: true,
      form: { select: { name: true, settings: true } },
      attachments: {
        select: { filename: true, sizeBytes: true, expiresAt: true },
        orderBy: { position: "asc" },
      },
    },
  });
  if (!row) return null;
  const { form, ...message } = row;
  return {
    ...message,
    formName: form.name,
    subject: FormSettings.parse(form.settings).subject,
    fields: FieldPairs.parse(row.fields),
  };
}
