import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";

/** As many as a list or a palette can take. */
const MAX_NAMED = 1_000;

export type FormName = { id: string; name: string };

/** The workspace's forms by name, for choosing one; of more than 1,000 the newest. */
export async function listFormNames(ctx: Context): Promise<FormName[]> {
  const rows = await db().form.findMany({
    where: { workspaceId: ctx.workspaceId, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_NAMED,
  });
  const { compare } = new Intl.Collator("en", { numeric: true });
  return rows.sort((a, b) => compare(a.name, b.name));
}
