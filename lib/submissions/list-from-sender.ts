import type { Context } from "#lib/core/context";
import { REPLY_NAMES } from "#lib/core/control-fields";
import { WHOLE_LIST } from "#lib/core/cursor";
import { FieldPairs, findReplyTo } from "#lib/core/fields";
import { Prisma } from "#lib/db/generated/client";
import { findBlockedSender } from "#lib/spam/rules";
import { MAX_CHANGED_AT_ONCE } from "#lib/submissions/inbox-schema";
import { listPage } from "#lib/submissions/list-page";
import {
  ITEM_COLUMNS,
  type ItemRow,
  SELECT_ITEM,
  type SelectedMessage,
  toItem,
  toSelected,
} from "#lib/submissions/list-submissions";

/** The fields that can hold the sender's address; null if there are none. */
const SENDER_FIELDS = Prisma.sql`(SELECT json_agg(pair) FROM json_array_elements(s.fields) AS pair
  WHERE lower(pair ->> 0) = ANY(${["email", ...REPLY_NAMES]})) AS "senderFields"`;

/**
 * Messages in the inbox that an entry of the block list would have caught. Of the messages that contain
 * the address or domain, it looks at the newest MAX_CHANGED_AT_ONCE.
 *
 * @param entry - parsed by `BlockedSenderInput`
 */
export async function listFromSender(
  ctx: Context,
  entry: string,
): Promise<{ selected: SelectedMessage[]; isCut: boolean }> {
  const rows = await listPage<ItemRow & { senderFields: unknown }>(
    ctx,
    { folder: "inbox", search: entry.replace(/^@/, "") },
    {
      range: WHOLE_LIST,
      limit: MAX_CHANGED_AT_ONCE + 1,
      select: Prisma.sql`${SELECT_ITEM}, ${SENDER_FIELDS}`,
      columns: { ...ITEM_COLUMNS, senderFields: "json" },
    },
  );
  const blocked = new Set([entry]);
  const isFromSender = ({ senderFields }: { senderFields: unknown }) =>
    findBlockedSender(blocked, findReplyTo(FieldPairs.parse(senderFields ?? []))) !== null;
  const selected = rows
    .slice(0, MAX_CHANGED_AT_ONCE)
    .filter(isFromSender)
    .map(({ senderFields: _, ...row }) => toSelected(toItem(row)));
  return { selected, isCut: rows.length > MAX_CHANGED_AT_ONCE };
}
