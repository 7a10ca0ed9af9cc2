import type { CreateWorkspaceInput } from "#lib/accounts/schema";
import type { ActiveSession } from "#lib/accounts/sessions";
import { memberContext } from "#lib/accounts/store";
import { MAX_WORKSPACES, moveSession } from "#lib/accounts/switch-workspace";
import { recordAudit } from "#lib/audit/record-audit";
import type { Caller } from "#lib/core/context";
import { requireOwnAccount } from "#lib/core/demo";
import { AppError } from "#lib/core/errors";
import { type IdempotencyKey, idOfUserUnderKey } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { type Db, lockInTransaction, transaction } from "#lib/db/database";
import { addProvenRecipient } from "#lib/recipients/add-recipient";
import { tryConsume } from "#lib/usage/quota";

const MAX_PER_DAY = 10;
const DAY_SECONDS = 86_400;

/**
 * Creates another workspace of the signed-in user, who owns it, and switches the session to it. Their
 * address, if it's verified, is its first recipient. SIGN_UP is about accounts: it doesn't matter here.
 *
 * @param key - a repeat under the same key creates no second workspace, and switches to the first one
 * @throws {AppError} owner_required in a public demo; member_limit_reached with 50 workspaces; rate_limited beyond 10 a day
 */
export async function createWorkspace(
  { sessionId, account }: Pick<ActiveSession, "sessionId" | "account">,
  { name }: CreateWorkspaceInput,
  key: IdempotencyKey,
  caller: Caller,
): Promise<void> {
  requireOwnAccount(account.user);
  const { id: userId } = account.user;
  const id = idOfUserUnderKey(userId, "workspace", key);
  const { now } = caller;
  await transaction(async (tx) => {
    await lockInTransaction(tx, `workspaces:${userId}`);
    const present = { userId, workspaceId: id };
    if (!(await tx.membership.findFirst({ where: present }))) {
      await requireWithinLimits(tx, userId, now);
      const { defaultPlan: plan } = settings();
      await tx.workspace.create({ data: { id, name, plan, createdAt: now } });
      const membership = { ...present, role: "owner" };
      await tx.membership.create({ data: { ...membership, createdAt: now } });
      const ctx = memberContext(membership, caller);
      await recordAudit(tx, ctx, { action: "workspace.created" });
      const { email, verifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      if (verifiedAt !== null) await addProvenRecipient(tx, ctx, email);
    }
    await moveSession(tx, { id: sessionId, userId }, id, now);
  });
}

/** @throws {AppError} member_limit_reached, rate_limited */
async function requireWithinLimits(tx: Db, userId: string, now: Date): Promise<void> {
  if ((await tx.membership.count({ where: { userId } })) >= MAX_WORKSPACES)
    throw new AppError(
      "member_limit_reached",
      `You already belong to ${MAX_WORKSPACES} workspaces. Leave one first.`,
    );
  const bucket = `new-workspace:${userId}`;
  const quota = { bucket, max: MAX_PER_DAY, windowSeconds: DAY_SECONDS };
  const counted = await tryConsume(tx, [quota], now);
  if ("retryAfterSeconds" in counted)
    throw new AppError(
      "rate_limited",
      `You can create ${MAX_PER_DAY} workspaces a day. Try again tomorrow.`,
      counted,
    );
}
