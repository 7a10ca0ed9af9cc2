import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { changeRows, lockSubmissions } from "#lib/submissions/change-rows";
import type { MessageState } from "#lib/submissions/inbox-schema";

/**
 * Takes a change back: each message gets the folder, the read state and, in spam, the reason that it
 * had before. Those that are gone meanwhile are left out.
 *
 * @param states - at most MAX_CHANGED_AT_ONCE
 * @returns how many were there to be restored
 */
export async function restoreSubmissions(
  ctx: Context,
  states: readonly MessageState[],
): Promise<{ changed: number }> {
  return transaction(async (tx) => {
    const held = await lockSubmissions(
      tx,
      ctx,
      states.map(({ id }) => id),
    );
    const rowOf = new Map(held.map((row) => [row.id, row]));
    for (const group of groupsOf(states)) {
      const rows = group.ids.flatMap((id) => rowOf.get(id) ?? []);
      await changeRows(tx, ctx, rows, { folder: group.folder, read: group.read });
      if (group.folder === "spam" && rows.length > 0)
        await tx.submission.updateMany({
          where: { workspaceId: ctx.workspaceId, id: { in: rows.map(({ id }) => id) } },
          data: { spamReason: group.spamReason ?? "manual" },
        });
    }
    return { changed: held.length };
  });
}

type Group = Omit<MessageState, "id"> & { ids: string[] };

/** Messages that were the same before, together. */
function groupsOf(states: readonly MessageState[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, ...state } of states) {
    const key = JSON.stringify([state.folder, state.read, state.spamReason]);
    const group = groups.get(key) ?? { ...state, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
