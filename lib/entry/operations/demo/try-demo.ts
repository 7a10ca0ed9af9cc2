import { transaction } from "#lib/adapters/db/database";
import type { Caller } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { hashVisitorAddress } from "#lib/core/secrets";
import { anonymous, DEMO_EMAIL, isPublicDemo } from "#lib/core/settings/demo";
import { openSession, type SignedIn } from "#lib/domain/accounts/open-session";
import { memberContext, toAccount, WITH_WORKSPACES } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { consume } from "#lib/domain/usage/quota";

const MAX_PER_HOUR = 30;

/**
 * Signs a visitor in to the public demo, without a password. The session never counts as a proof of
 * identity, and nothing about the visitor is recorded, because others see it.
 *
 * @param device - the secret in the browser's long-lived cookie, or null
 * @throws {AppError} not_found unless this is a public demo; rate_limited beyond 30 an hour and network;
 *   service_unavailable while the demo is being reset
 */
export async function tryDemo(caller: Caller, device: string | null): Promise<SignedIn> {
  if (!isPublicDemo()) throw notFound();
  const bucket = `demo:${hashVisitorAddress(caller.network)}`;
  await consume(
    [{ bucket, max: MAX_PER_HOUR, windowSeconds: 3600 }],
    caller.now,
    "The demo was opened many times from your network. Try again later.",
  );
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({
      where: { emailKey: DEMO_EMAIL },
      include: WITH_WORKSPACES,
    });
    const [membership] = user?.memberships ?? [];
    if (!user || !membership)
      throw new AppError("service_unavailable", "The demo is being reset. Try again in a moment.", {
        retryAfterSeconds: 10,
      });
    const ctx = memberContext(membership, anonymous(caller));
    await recordAudit(tx, ctx, { action: "account.signed_in" });
    const account = toAccount(user, membership.workspace);
    const opened = await openSession(tx, ctx, account, device, { isExpected: true });
    await tx.session.update({ where: { id: opened.sessionId }, data: { provenAt: new Date(0) } });
    return opened;
  });
}
