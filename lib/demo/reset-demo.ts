import { removeWorkspace } from "#lib/accounts/workspace";
import { mintContext } from "#lib/core/context";
import { DEMO_EMAIL } from "#lib/core/demo";
import { lockInTransaction, transaction } from "#lib/db/database";
import { seedDemo } from "#lib/demo/seed-demo";

/** A little less than the hour between two runs of the job. */
const MAX_AGE_MS = 55 * 60_000;

/**
 * `DEMO=reset`: replaces the demo by a new one if it's an hour old, or doesn't exist. The old one is
 * unreachable at once, and maintenance removes its data. Several processes may try at once.
 *
 * @param isForced - whatever its age, as when the service starts
 * @returns whether there's a new one
 */
export async function resetDemo(now: Date, { isForced = false } = {}): Promise<boolean> {
  await transaction(async (tx) => {
    await lockInTransaction(tx, "demo");
    const user = await tx.user.findUnique({
      where: { emailKey: DEMO_EMAIL },
      include: { memberships: { include: { workspace: { include: { memberships: true } } } } },
    });
    if (!user || (!isForced && now.getTime() - user.createdAt.getTime() < MAX_AGE_MS)) return;
    // A workspace that it was invited to goes on without it.
    for (const { workspaceId, workspace } of user.memberships)
      if (workspace.memberships.length === 1)
        await removeWorkspace(tx, mintContext(workspaceId, { kind: "system" }, now), user.id);
    await tx.user.deleteMany({ where: { id: user.id } });
  });
  return seedDemo(now);
}
