import { Prisma } from "#lib/adapters/db/generated/client";
import type { Columns } from "#lib/adapters/db/query-rows";
import { FieldPairs } from "#lib/core/fields/fields";
import {
  completeSender,
  type FoundSender,
  findPhone,
  type SenderField,
} from "#lib/core/fields/sender";

/**
 * The sender of a submission. `senderOf` writes them in one line. `phone` is only set if there's no name and
 * address.
 */
export type Sender = FoundSender & { phone: string | null };

/** The columns of a submission `s` that {@link toSender} needs. */
export type SenderRow = FoundSender & { shortFields: unknown };

/**
 * SQL for the fields of a submission `s` that are short enough for an address, a name, or a number.
 * Together, all fields may have 4 MiB.
 */
export const SHORT_FIELDS = Prisma.sql`(
  SELECT json_agg(pair) FROM json_array_elements(s.fields) AS pair WHERE length(pair ->> 1) <= 300)`;

/** SQL for the short fields of a submission without a name and an address of its sender. */
export const NAMELESS_FIELDS = Prisma.sql`
  CASE WHEN s.name IS NULL AND s.email IS NULL THEN ${SHORT_FIELDS} END AS "shortFields"`;

export const SELECT_SENDER = Prisma.sql`s.name, s.email, ${NAMELESS_FIELDS}`;

export const SENDER_COLUMNS: Columns<SenderRow> = {
  name: "text",
  email: "text",
  shortFields: "json",
};

export function toSender({ name, email, shortFields }: SenderRow): Sender {
  if (shortFields === null) return { name, email, phone: null };
  return describeSender({ name, email }, FieldPairs.parse(shortFields), []);
}

/** Describes the sender of a stored submission with these fields. */
export function describeSender(
  stored: FoundSender,
  fields: FieldPairs,
  own: readonly SenderField[],
): Sender {
  const sender = completeSender(stored, fields, own);
  const isNameless = sender.name === null && sender.email === null;
  return { ...sender, phone: isNameless ? findPhone(fields, own) : null };
}
