import { openSession, type SignedIn } from "#lib/accounts/open-session";
import { LAST_USED_FIRST, memberContext, toAccount } from "#lib/accounts/store";
import { recordAudit } from "#lib/audit/record-audit";
import type { Caller } from "#lib/core/context";
import { hashVisitorAddress } from "#lib/core/secrets";
import { lockPassword } from "#lib/db/access-locks";
import { transaction } from "#lib/db/database";
import { passkeyRejected } from "#lib/factors/challenges";
import { acceptPasskey } from "#lib/factors/passkeys";
import type { PasskeyResponse } from "#lib/factors/schema";
import { passkeyOptions } from "#lib/factors/webauthn";
import { consume } from "#lib/usage/quota";

const SIGN_IN = { purpose: "sign_in", userId: null } as const;

/**
 * Creates the options with which a browser signs in with any passkey that it has for this service.
 *
 * @throws {AppError} rate_limited beyond 50 in 15 minutes per network, which also bounds the attempts
 */
export async function startPasskeySignIn(caller: Caller) {
  const bucket = `passkey:address:${hashVisitorAddress(caller.network)}`;
  await consume(
    [{ bucket, max: 50, windowSeconds: 15 * 60 }],
    caller.now,
    "Too many sign-in attempts from your network. Try again later.",
  );
  return passkeyOptions(SIGN_IN, [], caller.now);
}

/**
 * Signs in with a passkey, which has verified its user: neither password nor code is needed.
 *
 * @param device - the secret in the browser's long-lived cookie, or null
 * @throws {AppError} credentials_invalid
 */
export async function signInWithPasskey(
  credential: PasskeyResponse,
  caller: Caller,
  device: string | null = null,
): Promise<SignedIn> {
  const userId = await acceptPasskey(SIGN_IN, credential, caller.now);
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    const user = await tx.user.findUnique({
      where: { id: userId },
      include: { memberships: { include: { workspace: true }, orderBy: LAST_USED_FIRST } },
    });
    const [membership] = user?.memberships ?? [];
    if (!user || !membership) throw passkeyRejected();
    const { workspace } = membership;
    // Removed since, as by a reset that takes the account back.
    if ((await tx.passkey.count({ where: { credentialId: credential.id, userId } })) === 0)
      throw passkeyRejected();
    const ctx = memberContext(membership, caller);
    await recordAudit(tx, ctx, {
      action: "account.signed_in",
      details: { method: "passkey" },
    });
    const opened = await openSession(tx, ctx, device);
    return { account: toAccount(user, workspace), ...opened };
  });
}
