import { pool } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { EmailDelivery } from "#lib/domain/emails/schema";
import { toEmailStatus } from "#lib/domain/emails/store";

const MAX_LISTED = 10;

/** A digest that was queued or sent. Times are epoch milliseconds. */
export type DigestDelivery = {
  id: string;
  email: string;
  status: EmailDelivery["status"];
  createdAt: number;
  /** Null if no attempt is scheduled. */
  nextAttemptAt: number | null;
  /** The reason that the last attempt failed, or null. */
  error: string | null;
};

type Row = Pick<DigestDelivery, "id" | "email" | "error"> & {
  status: string;
  createdAt: Date;
  nextAttemptAt: Date | null;
};

/**
 * Lists the latest digests of the workspace, newest first, at most 10. They're kept for 30 days.
 */
export async function listDigests({ workspaceId }: Context): Promise<DigestDelivery[]> {
  const columns = {
    id: "uuid",
    email: "text",
    status: "text",
    createdAt: "timestamptz",
    nextAttemptAt: "timestamptz",
    error: "text",
  } as const;
  const rows = await queryRows<Row>(pool(), columns)`
    SELECT d.id, d.email, d.status, d.created_at AS "createdAt", d.next_attempt_at AS "nextAttemptAt", a.error
    FROM deliveries d LEFT JOIN attempts a
      ON a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.number = d.attempt_count
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.kind = 'digest'
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${MAX_LISTED}`;
  return rows.map((row) => ({
    ...row,
    status: EmailDelivery.shape.status.parse(toEmailStatus(row.status)),
    createdAt: row.createdAt.getTime(),
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
  }));
}
