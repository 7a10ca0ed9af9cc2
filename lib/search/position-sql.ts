import type { PositionRange } from "#lib/core/cursor";
import { Prisma } from "#lib/db/generated/client";

/** A condition: a submission `s` is in a range. */
export function isInRangeSql({ before, from }: PositionRange): Prisma.Sql {
  return Prisma.sql`(s.received_at, s.id) < (${before.at}, ${before.id}::uuid)
    AND (s.received_at, s.id) >= (${from.at}, ${from.id}::uuid)`;
}

const ORDERS = {
  desc: Prisma.sql`ORDER BY s.received_at DESC, s.id DESC`,
  asc: Prisma.sql`ORDER BY s.received_at, s.id`,
};

/** Sorts submissions `s` in the order of a range. An index on one order serves both. */
export function orderSql({ order }: PositionRange): Prisma.Sql {
  return ORDERS[order];
}
