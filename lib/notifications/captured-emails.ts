import type { Context } from "#lib/core/context";
import { decodeCursor, type Page, toPage } from "#lib/core/cursor";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { EmailKind } from "#lib/deliveries/schema";
import {
  CapturedEmail,
  type CapturedEmailItem,
  type ListCapturedEmailsQuery,
} from "#lib/notifications/schema";

/** One page of the test inbox, newest first. */
export async function listCapturedEmails(
  ctx: Context,
  query: ListCapturedEmailsQuery,
): Promise<Page<CapturedEmailItem>> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await db().capturedEmail.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      ...(query.kind ? { kind: query.kind } : {}),
      ...(after
        ? {
            createdAt: { lte: after.at },
            OR: [{ createdAt: { lt: after.at } }, { id: { lt: after.id } }],
          }
        : {}),
    },
    select: { id: true, to: true, subject: true, kind: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
  });
  return toPage(
    rows,
    query.limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => ({ ...row, kind: EmailKind.parse(row.kind), createdAt: row.createdAt.getTime() }),
  );
}

/** @throws {AppError} not_found */
export async function getCapturedEmail(ctx: Context, emailId: string): Promise<CapturedEmail> {
  if (!isId(emailId)) throw notFound();
  const row = await db().capturedEmail.findFirst({
    where: { id: emailId, workspaceId: ctx.workspaceId },
  });
  if (!row) throw notFound();
  return {
    id: row.id,
    to: row.to,
    subject: row.subject,
    kind: EmailKind.parse(row.kind),
    createdAt: row.createdAt.getTime(),
    from: row.from,
    replyTo: row.replyTo,
    headers: CapturedEmail.shape.headers.parse(row.headers),
    html: row.html,
    text: row.text,
  };
}
