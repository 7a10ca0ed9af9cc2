import { createSession, memberContext } from "#lib/accounts/sessions";
import type { SignedIn } from "#lib/accounts/sign-in";
import { LAST_USED_FIRST, lockPassword, toAccount } from "#lib/accounts/store";
import { countEvent } from "#lib/accounts/throttle";
import { recordAudit } from "#lib/audit/record-audit";
import type { Caller } from "#lib/core/context";
import { hashVisitorAddress } from "#lib/core/secrets";
import { transaction } from "#lib/db/database";
import { passkeyRejected } from "#lib/factors/challenges";
import { acceptPasskey } from "#lib/factors/passkeys";
import type { PasskeyAnswer } from "#lib/factors/schema";
import { passkeyOptions } from "#lib/factors/webauthn";

const SIGN_IN = { purpose: "sign_in", userId: null } as const;

/**
 * What a browser needs to sign in with any passkey that it has for this service.
 *
 * @throws {AppError} rate_limited beyond 50 in 15 minutes per network, which also bounds the attempts
 */
export async function startPasskeySignIn(caller: Caller) {
  const bucket = `passkey:address:${hashVisitorAddress(caller.network)}`;
  await countEvent(
    { bucket, max: 50, windowSeconds: 15 * 60 },
    caller.now,
    "Too many sign-in attempts from your network. Try again later.",
  );
  return passkeyOptions(SIGN_IN, [], caller.now);
}

/**
 * Signs in with a passkey, which has verified its user: neither password nor code is needed.
 *
 * @throws {AppError} credentials_invalid
 */
export async function signInWithPasskey(answer: PasskeyAnswer, caller: Caller): Promise<SignedIn> {
  const userId = await acceptPasskey(SIGN_IN, answer, caller.now);
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    const user = await tx.user.findUnique({
      where: { id: userId },
      include: { memberships: { include: { workspace: true }, orderBy: LAST_USED_FIRST } },
    });
    const [membership] = user?.memberships ?? [];
    if (!user || !membership) throw passkeyRejected();
    const { workspaceId, workspace } = membership;
    // Removed meanwhile, as by a reset that takes the account back.
    if ((await tx.passkey.count({ where: { credentialId: answer.id, userId } })) === 0)
      throw passkeyRejected();
    await recordAudit(tx, memberContext(membership, caller), {
      action: "account.signed_in",
      details: { method: "passkey" },
    });
    const owner = { userId, workspaceId };
    const sessionId = await createSession(tx, owner, caller.userAgent, caller.now);
    return { account: toAccount(user, workspace), sessionId };
  });
}
