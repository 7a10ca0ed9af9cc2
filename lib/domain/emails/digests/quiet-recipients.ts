import type { Db } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";

/**
 * A condition in SQL: the recipient belongs to a member who isn't notified of each message of a form.
 *
 * @param recipient - the alias of its row
 * @param formId - an expression
 */
export const isQuietSql = (recipient: string, formId: string) => `EXISTS (
  SELECT FROM notification_choices quiet JOIN users member ON member.id = quiet.user_id
  WHERE quiet.workspace_id = ${recipient}.workspace_id AND quiet.form_id = ${formId}
    AND quiet.frequency <> 'immediately' AND member.email_key = ${recipient}.email_key)`;

/** Lists the IDs of recipients who get digests or nothing instead of an email for each message of a form. */
export async function listQuietRecipients(
  tx: Db,
  { workspaceId }: Context,
  formId: string,
): Promise<ReadonlySet<string>> {
  const rows = await queryRows<{ id: string }>(tx, { id: "uuid" })`
    SELECT r.id FROM notification_choices c
    JOIN users u ON u.id = c.user_id
    JOIN recipients r ON r.workspace_id = c.workspace_id AND r.email_key = u.email_key
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.form_id = ${formId}::uuid AND c.frequency <> 'immediately'`;
  return new Set(rows.map(({ id }) => id));
}
