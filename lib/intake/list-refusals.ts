import type { Context } from "#lib/core/context";
import type { Page } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { requireForm } from "#lib/forms/store";
import {
  encodeRefusalCursor,
  type ListRefusalsQuery,
  REFUSALS_KEPT_DAYS,
  type Refusal,
} from "#lib/intake/schema";

type Row = { minute: Date; code: string; origin: string; count: number; last_at: Date };

const DAY_MS = 86_400_000;

/** Since when refused posts are shown, whether or not maintenance has removed the older ones. */
export function refusalsSince(now: Date): Date {
  return new Date(now.getTime() - REFUSALS_KEPT_DAYS * DAY_MS);
}

/**
 * One page of a form's refused posts of the last 7 days, the latest minute first: the answer to "why
 * did it not arrive?". `limit` 1-50, default 25; `cursor` is the `nextCursor` of the page before.
 *
 * @throws {AppError} not_found
 */
export async function listRefusals(
  ctx: Context,
  formId: string,
  { limit, cursor }: ListRefusalsQuery,
): Promise<Page<Refusal>> {
  await requireForm(db(), ctx, formId);
  const [minute, code, origin] = cursor ?? [];
  const before =
    minute === undefined
      ? Prisma.empty
      : Prisma.sql`AND (minute, code, origin) < (${new Date(minute)}, ${code}, ${origin})`;
  const rows = await db().$queryRaw<Row[]>`
    SELECT minute, code, origin, count, last_at FROM intake_refusals
    WHERE form_id = ${formId}::uuid AND minute > ${refusalsSince(ctx.now)} ${before}
    ORDER BY minute DESC, code DESC, origin DESC LIMIT ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => ({
      lastAt: row.last_at.getTime(),
      code: row.code,
      origin: row.origin === "" ? null : row.origin,
      count: row.count,
    })),
    nextCursor:
      rows.length > limit && last
        ? encodeRefusalCursor([last.minute.getTime(), last.code, last.origin])
        : null,
  };
}
