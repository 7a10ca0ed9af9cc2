import { type Db, db, pool } from "#lib/adapters/db/database";
import { type Columns, queryRows } from "#lib/adapters/db/query-rows";
import { type Context, requireUserId } from "#lib/core/context";
import {
  FREQUENCIES,
  type Frequency,
  NotificationChoice,
} from "#lib/domain/emails/digests/choice-schema";
import { requireForm } from "#lib/domain/forms/store";

type Row = {
  memberId: string;
  name: string | null;
  email: string;
  frequency: string | null;
  hour: number | null;
  timeZone: string;
  nextAt: Date | null;
  isRecipient: boolean;
};

const COLUMNS: Columns<Row> = {
  memberId: "uuid",
  name: "text",
  email: "text",
  frequency: "text",
  hour: "int4",
  timeZone: "text",
  nextAt: "timestamptz",
  isRecipient: "bool",
};

/** Returns when a member is notified. Without their own choice, it's the form's default. */
export function frequencyOf({
  frequency,
  isRecipient,
}: Pick<Row, "frequency" | "isRecipient">): Frequency {
  const chosen = FREQUENCIES.find((one) => one === frequency);
  if (chosen !== undefined && chosen !== "immediately") return chosen;
  return isRecipient ? "immediately" : "never";
}

function toChoice(row: Row): NotificationChoice {
  const { memberId, name, email, hour, timeZone, nextAt } = row;
  const frequency = frequencyOf(row);
  const isDigest = frequency === "hourly" || frequency === "daily";
  const nextDigestAt = isDigest ? (nextAt?.getTime() ?? null) : null;
  return NotificationChoice.parse({
    memberId,
    name,
    email,
    frequency,
    hour,
    timeZone,
    nextDigestAt,
  });
}

/** @param memberId - null for all members, owners first */
export async function readChoices(
  tx: Db,
  { workspaceId }: Context,
  formId: string,
  memberId: string | null = null,
): Promise<NotificationChoice[]> {
  const rows = await queryRows(tx, COLUMNS)`
    SELECT m.user_id AS "memberId", u.name, u.email, c.frequency, c.hour, c.next_at AS "nextAt",
      coalesce(u.time_zone, w.time_zone, 'UTC') AS "timeZone", EXISTS (
        SELECT FROM recipients r JOIN form_recipients fr
          ON fr.workspace_id = r.workspace_id AND fr.recipient_id = r.id AND fr.form_id = ${formId}::uuid
        WHERE r.workspace_id = m.workspace_id AND r.email_key = u.email_key AND r.verified_at IS NOT NULL
      ) AS "isRecipient"
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN workspaces w ON w.id = m.workspace_id
    LEFT JOIN notification_choices c
      ON c.workspace_id = m.workspace_id AND c.user_id = m.user_id AND c.form_id = ${formId}::uuid
    WHERE m.workspace_id = ${workspaceId}::uuid AND (${memberId}::uuid IS NULL OR m.user_id = ${memberId}::uuid)
    ORDER BY m.role DESC, m.created_at, m.user_id`;
  return rows.map(toChoice);
}

/**
 * Lists when each member is notified of a form's messages, owners first. Members may know who else is
 * notified.
 *
 * @throws {AppError} not_found
 */
export async function listNotificationChoices(
  ctx: Context,
  formId: string,
): Promise<NotificationChoice[]> {
  await requireForm(db(), ctx, formId);
  return readChoices(db(), ctx, formId);
}

/** The signed-in user's choice for a form. */
export type OwnChoice = {
  formId: string;
  formName: string;
  frequency: Frequency;
  hour: number | null;
};

/**
 * Lists the signed-in user's choices for all forms of the workspace, by the forms' names. A workspace has at most
 * 500.
 */
export async function listOwnChoices(ctx: Context): Promise<OwnChoice[]> {
  const columns = {
    formId: "uuid",
    formName: "text",
    frequency: "text",
    hour: "int4",
    isRecipient: "bool",
  } as const;
  type OwnRow = Pick<Row, "frequency" | "hour" | "isRecipient"> &
    Pick<OwnChoice, "formId" | "formName">;
  const rows = await queryRows<OwnRow>(pool(), columns)`
    SELECT f.id AS "formId", f.name AS "formName", c.frequency, c.hour, r.id IS NOT NULL AND EXISTS (
        SELECT FROM form_recipients fr
        WHERE fr.workspace_id = f.workspace_id AND fr.form_id = f.id AND fr.recipient_id = r.id
      ) AS "isRecipient"
    FROM forms f JOIN users u ON u.id = ${requireUserId(ctx)}::uuid
    LEFT JOIN recipients r
      ON r.workspace_id = f.workspace_id AND r.email_key = u.email_key AND r.verified_at IS NOT NULL
    LEFT JOIN notification_choices c
      ON c.workspace_id = f.workspace_id AND c.form_id = f.id AND c.user_id = u.id
    WHERE f.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
    ORDER BY lower(f.name), f.id`;
  return rows.map(({ isRecipient, ...row }) => ({
    ...row,
    frequency: frequencyOf({ ...row, isRecipient }),
  }));
}
