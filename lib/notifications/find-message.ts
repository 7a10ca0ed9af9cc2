import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";

const FOR_MAIL = {
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
} as const satisfies Prisma.SubmissionSelect;

/** A message as a mail about it needs it; its JSON columns are not parsed yet. */
export type MessageRow = Prisma.SubmissionGetPayload<{ select: typeof FOR_MAIL }>;

/** The message with this id, or null when it has been deleted. */
export function findMessage(ctx: Context, submissionId: string): Promise<MessageRow | null> {
  return db().submission.findFirst({
    where: { id: submissionId, workspaceId: ctx.workspaceId },
    select: FOR_MAIL,
  });
}
