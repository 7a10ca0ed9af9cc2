import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { WHOLE_LIST } from "#lib/core/cursor";
import { FieldPairs } from "#lib/core/fields/fields";
import { completeSender, type FoundSender } from "#lib/core/fields/sender";
import { isCoveredBy } from "#lib/domain/forms/spam/rules";
import { SHORT_FIELDS } from "#lib/domain/forms/spam/sender-sql";
import type { InboxFilter, InboxItem } from "#lib/domain/submissions/inbox/inbox-schema";
import { MAX_CHANGED_AT_ONCE } from "#lib/domain/submissions/inbox/limits";
import { listPage } from "#lib/domain/submissions/inbox/list-page";
import {
  ITEM_COLUMNS,
  type ItemRow,
  SELECT_ITEM,
  toItem,
} from "#lib/domain/submissions/inbox/list-submissions";
import { addressSpellings } from "#lib/domain/submissions/person/address-spellings";

/** The state of a message that the inbox needs to apply a change optimistically and to undo it. */
export type SelectedMessage = Pick<
  InboxItem,
  | "id"
  | "formId"
  | "folder"
  | "read"
  | "suspected"
  | "answeredAt"
  | "answeredBy"
  | "assignee"
  | "spamReason"
  | "spamMatch"
  | "attachmentCount"
>;

/** Lists the newest matching messages, for "select all"; at most MAX_CHANGED_AT_ONCE. */
export async function listMatching(
  ctx: Context,
  filter: InboxFilter,
): Promise<{ selected: SelectedMessage[]; isCut: boolean }> {
  const rows = await listPage(ctx, filter, {
    range: WHOLE_LIST,
    limit: MAX_CHANGED_AT_ONCE + 1,
    select: SELECT_ITEM,
    columns: ITEM_COLUMNS,
  });
  return {
    selected: rows.slice(0, MAX_CHANGED_AT_ONCE).map(toItem).map(selectionOf),
    isCut: rows.length > MAX_CHANGED_AT_ONCE,
  };
}

function selectionOf(item: SelectedMessage): SelectedMessage {
  const { id, formId, folder, read, suspected, spamReason, spamMatch, attachmentCount } = item;
  const { answeredAt, answeredBy, assignee } = item;
  const worked = { answeredAt, answeredBy, assignee };
  return { id, formId, folder, read, suspected, ...worked, spamReason, spamMatch, attachmentCount };
}

/**
 * Lists messages in the inbox that an entry of the block list would have caught. Of the messages that
 * contain the address or domain, the newest MAX_CHANGED_AT_ONCE are checked.
 *
 * @param entry - parsed by `SenderInput`
 */
export async function listFromSender(
  ctx: Context,
  entry: string,
): Promise<{ selected: SelectedMessage[]; isCut: boolean }> {
  const found = new Map<string, ItemRow & { shortFields: unknown }>();
  for (const spelling of addressSpellings(entry)) {
    const rows = await listPage<ItemRow & { shortFields: unknown }>(
      ctx,
      { folder: "inbox", search: spelling.replace(/^@/, "") },
      {
        range: WHOLE_LIST,
        limit: MAX_CHANGED_AT_ONCE + 1,
        select: Prisma.sql`${SELECT_ITEM}, ${SHORT_FIELDS} AS "shortFields"`,
        columns: { ...ITEM_COLUMNS, shortFields: "json" },
      },
    );
    for (const row of rows) found.set(row.id, row);
  }
  const rows = [...found.values()];
  const isFromSender = (row: FoundSender & { shortFields: unknown }) => {
    const { email } = completeSender(row, FieldPairs.parse(row.shortFields ?? []), []);
    return isCoveredBy(entry, email);
  };
  const selected = rows
    .slice(0, MAX_CHANGED_AT_ONCE)
    .filter(isFromSender)
    .map(({ shortFields: _, ...row }) => selectionOf(toItem(row)));
  return { selected, isCut: rows.length > MAX_CHANGED_AT_ONCE };
}
