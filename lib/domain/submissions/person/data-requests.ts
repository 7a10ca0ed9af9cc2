import { z } from "zod";
import { db, transaction } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { type Context, requireUserId } from "#lib/core/context";
import { decodeCursor, olderBy, toPage } from "#lib/core/cursor";
import { addressKey } from "#lib/core/email-address";
import { newId } from "#lib/core/ids";
import { hashAddress } from "#lib/core/secrets";
import { recordAudit } from "#lib/domain/audit/record-audit";
import type { AuditAction } from "#lib/domain/audit/schema";

const Kind = z.enum(["person_export", "person_erasure", "workspace_export"]);
const Counts = z.record(z.string(), z.int().nonnegative());

/** The record of a data export or erasure. It can only be found by the person's address. */
export type DataRequest = Awaited<ReturnType<typeof listDataRequests>>["data"][number];

/** A keyed hash that differs between workspaces, so that their records can't be compared. */
async function hashPerson(ctx: Context, email: string): Promise<string> {
  return hashAddress(await installationKey(), `person ${ctx.workspaceId} ${addressKey(email)}`);
}

const AUDIT_ACTION = {
  person_export: "person.exported",
  person_erasure: "person.erased",
  workspace_export: "workspace.exported",
} as const satisfies Record<z.output<typeof Kind>, AuditAction>;

/**
 * Records a request before it starts, here and in the audit log.
 *
 * @returns the id of the record
 * @throws {AppError} session_required unless a signed-in member calls
 */
export async function beginDataRequest(
  ctx: Context,
  request: { kind: keyof typeof AUDIT_ACTION; email?: string },
): Promise<string> {
  const userId = requireUserId(ctx);
  const id = newId();
  const addressHash = request.email === undefined ? null : await hashPerson(ctx, request.email);
  await transaction(async (tx) => {
    await tx.dataRequest.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        kind: request.kind,
        addressHash,
        userId,
        counts: {},
        startedAt: ctx.now,
      },
    });
    await recordAudit(tx, ctx, { action: AUDIT_ACTION[request.kind], subject: { id } });
  });
  return id;
}

export async function endDataRequest(
  ctx: Context,
  id: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await db().dataRequest.updateMany({
    where: { id, workspaceId: ctx.workspaceId },
    data: { counts: { ...counts }, endedAt: new Date() },
  });
}

/**
 * Lists one page of the records, newest first.
 *
 * @param query - `email`: only the records of this person
 */
export async function listDataRequests(
  ctx: Context,
  query: { limit: number; cursor?: string; email?: string },
) {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await db().dataRequest.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      ...(query.email === undefined ? {} : { addressHash: await hashPerson(ctx, query.email) }),
      ...olderBy(after, (startedAt) => ({ startedAt })),
    },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
  });
  const userIds = rows.flatMap(({ userId }) => userId ?? []);
  const users = await db().user.findMany({
    where: { id: { in: userIds }, memberships: { some: { workspaceId: ctx.workspaceId } } },
    select: { id: true, email: true },
  });
  const emailOf = new Map(users.map(({ id, email }) => [id, email]));
  return toPage(
    rows,
    query.limit,
    (row) => ({ at: row.startedAt, id: row.id }),
    (row) => ({
      id: row.id,
      kind: Kind.parse(row.kind),
      /** Address of the member who requested it; null once they have left. */
      askedBy: row.userId === null ? null : (emailOf.get(row.userId) ?? null),
      startedAt: row.startedAt.getTime(),
      /** null if it was interrupted; a repeat completes it. */
      endedAt: row.endedAt?.getTime() ?? null,
      counts: Counts.parse(row.counts),
    }),
  );
}
