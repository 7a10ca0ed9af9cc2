import { Prisma } from "#lib/adapters/db/generated/client";
import type { Columns } from "#lib/adapters/db/query-rows";
import { REPLY_NAMES } from "#lib/core/fields/control-fields";
import { FieldPairs, findReplyTo } from "#lib/core/fields/fields";

/** The sender of a submission, which `senderOf` turns into one line. */
export type Sender = {
  name: string | null;
  email: string | null;
  /** The address for a reply, by {@link findReplyTo}; only of a submission without `name` and `email`. */
  replyAddress: string | null;
};

/** Columns of a submission `s` that {@link toSender} needs. */
export type SenderRow = Pick<Sender, "name" | "email"> & { replyFields: unknown };

/**
 * Of a submission `s` that names no sender, the fields that may name a reply address: all of them may be
 * 4 MiB.
 */
export const REPLY_FIELDS = Prisma.sql`
  CASE WHEN s.name IS NULL AND s.email IS NULL THEN (
    SELECT json_agg(pair) FROM json_array_elements(s.fields) AS pair
    WHERE lower(pair ->> 0) IN (${Prisma.join([...REPLY_NAMES])})
  ) END AS "replyFields"`;

export const SELECT_SENDER = Prisma.sql`s.name, s.email, ${REPLY_FIELDS}`;

export const SENDER_COLUMNS: Columns<SenderRow> = {
  name: "text",
  email: "text",
  replyFields: "json",
};

export function toSender({ name, email, replyFields }: SenderRow): Sender {
  const replyAddress = replyFields === null ? null : findReplyTo(FieldPairs.parse(replyFields));
  return { name, email, replyAddress };
}
