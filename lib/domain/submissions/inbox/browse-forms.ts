import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { Cursor, decodeCursor, encodeCursor, olderThan, type Position } from "#lib/core/cursor";
import { idsOf } from "#lib/core/ids";
import { foldCase } from "#lib/core/text";
import { readForms } from "#lib/domain/forms/store";
import {
  listFormActivity,
  NO_ACTIVITY,
  totalOf,
} from "#lib/domain/submissions/inbox/count-submissions";

export const BrowseFormsQuery = z.object({
  search: z.string().trim().min(1).max(100).optional(),
  sort: z.enum(["created", "name", "latest", "recent"]).default("latest"),
  cursor: Cursor.optional(),
});
export type BrowseFormsQuery = z.output<typeof BrowseFormsQuery>;

export type BrowsedForms = Awaited<ReturnType<typeof browseForms>>;

const PAGE_SIZE = 25;
/** The maximum number of forms that are read to search and sort them. */
export const MAX_SORTED = 1_000;

type Candidate = { id: string; name: string; createdAt: Date };

/** Lists the forms, newest first. */
function listCandidates(ctx: Context, after: Position | null, take: number): Promise<Candidate[]> {
  return db().form.findMany({
    where: { workspaceId: ctx.workspaceId, deletedAt: null, ...olderThan(after) },
    select: { id: true, name: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });
}

/**
 * Lists one page of forms for the dashboard, with their activity. Without sorting or a search, they're
 * newest first, however many there are. Otherwise the newest 1,000 forms are searched by name, ignoring
 * case, and sorted; equal ones are newest first.
 *
 * @param query - `sort`: `name` from A to Z, `latest` by last message, `recent` by messages of the last 30
 *   days; `cursor`: the `nextCursor` of a page with the same search and sort. If its last form is gone, the
 *   list starts again.
 */
export async function browseForms(ctx: Context, query: BrowseFormsQuery) {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const isPlain = query.sort === "created" && query.search === undefined;
  const found = isPlain
    ? await listCandidates(ctx, after, PAGE_SIZE + 1)
    : await listCandidates(ctx, null, MAX_SORTED + 1);
  const sorted = await sortCandidates(ctx, found.slice(0, MAX_SORTED), query);
  // If the last form seen no longer exists, the index is -1, and the list starts at the first form.
  const rest = isPlain ? sorted : sorted.slice(sorted.findIndex(({ id }) => id === after?.id) + 1);
  const shown = rest.slice(0, PAGE_SIZE);
  const ids = idsOf(shown);
  const [forms, activities] = await Promise.all([readForms(ctx, ids), listFormActivity(ctx, ids)]);
  const last = shown.at(-1);
  return {
    data: forms.map((form) => ({ ...form, activity: activities.get(form.id) ?? NO_ACTIVITY })),
    nextCursor:
      last && rest.length > PAGE_SIZE ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
    /** True if only the newest 1,000 forms were searched and sorted. */
    isCut: !isPlain && found.length > MAX_SORTED,
  };
}

async function sortCandidates(
  ctx: Context,
  found: readonly Candidate[],
  { search, sort }: BrowseFormsQuery,
): Promise<Candidate[]> {
  const term = foldCase(search ?? "");
  const matching = found.filter(({ name }) => foldCase(name).includes(term));
  if (sort === "created") return matching;
  if (sort === "name") {
    const { compare } = new Intl.Collator("en", { numeric: true });
    return matching.toSorted((one, other) => compare(one.name, other.name));
  }
  const activities = await listFormActivity(ctx, idsOf(matching));
  const keyOf = ({ id }: Candidate) => {
    const activity = activities.get(id) ?? NO_ACTIVITY;
    return sort === "latest" ? (activity.lastReceivedAt ?? 0) : totalOf(activity);
  };
  const keyed = matching.map((form) => ({ form, key: keyOf(form) }));
  return keyed.toSorted((one, other) => other.key - one.key).map(({ form }) => form);
}
