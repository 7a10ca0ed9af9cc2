import type { Context } from "#lib/core/context";
import {
  encodeCursor,
  justNewer,
  NEWEST,
  olderPart,
  type Position,
  WHOLE_LIST,
} from "#lib/core/cursor";
import { dayBefore, startOfDay } from "#lib/core/dates";
import { Prisma } from "#lib/db/generated/client";
import { planFields } from "#lib/submissions/export-csv";
import { MAX_EXPORTED } from "#lib/submissions/export-submissions";
import type { ExportPlan, ExportSlice, InboxFilter } from "#lib/submissions/inbox-schema";
import { listPage } from "#lib/submissions/list-page";

/** Leaves room for submissions moved into a slice before it's downloaded. */
const MAX_PLANNED = 950;
/** Slices are read one after another, and someone has to download each. */
const MAX_SLICES = 100;

/**
 * Splits an export into files: one if everything fits, otherwise slices of whole days in the filter's
 * time zone, newest first. A day with too many submissions is split further. Submissions after `now`
 * and beyond 100 slices are left out.
 */
export async function planExport(ctx: Context, filter: InboxFilter): Promise<ExportPlan> {
  const slices: ExportSlice[] = [];
  let fields: string[] | null = null;
  let range = { ...WHOLE_LIST, before: justNewer({ at: ctx.now, id: NEWEST.id }) };
  let isCut = true;
  while (isCut && slices.length < MAX_SLICES) {
    const found = await listPage<Position>(ctx, filter, {
      range,
      limit: MAX_EXPORTED + 1,
      select: Prisma.sql`s.received_at AS at, s.id`,
      columns: { at: "timestamptz", id: "uuid" },
    });
    isCut = found.length > (slices.length === 0 ? MAX_EXPORTED : MAX_PLANNED);
    const part = isCut ? firstDays(found, filter.timeZone) : found;
    const [newest] = part;
    const oldest = part.at(-1);
    if (!newest || !oldest) break;
    if (isCut)
      fields ??= await planFields(
        ctx,
        found.map(({ id }) => id),
      );
    slices.push({
      newest: encodeCursor(newest),
      oldest: encodeCursor(oldest),
      count: part.length,
    });
    range = olderPart(range, oldest);
  }
  return { total: slices.reduce((sum, { count }) => sum + count, 0), isCut, slices, fields };
}

/** The whole days that fit into a slice, or as much of the first day. */
function firstDays(found: readonly Position[], timeZone: string | undefined): readonly Position[] {
  const next = found[MAX_PLANNED];
  if (!next) return found;
  const day = dayBefore(next.at.getTime(), 0, timeZone);
  const end = startOfDay(day, timeZone, { isNext: true });
  const fitting = found.findIndex(({ at }) => at < end);
  return found.slice(0, fitting > 0 ? fitting : MAX_PLANNED);
}
