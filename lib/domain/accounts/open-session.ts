import { type Db, db } from "#lib/adapters/db/database";
import { type Context, requireUserId } from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { randomBase62 } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import type { Account } from "#lib/domain/accounts/schema";
import { createSession, type SessionOrigin } from "#lib/domain/accounts/sessions";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";
import { trySpendQuota } from "#lib/domain/usage/quota";

/** `device` is the secret for the browser's long-lived cookie. */
export type SignedIn = { account: Account; sessionId: string; device: string };

/** High enough to reveal an attack, low enough that the emails don't bury it. */
const MAX_EMAILS_PER_HOUR = 5;

/**
 * Opens a session for a user who has just proved who they are, and remembers their browser. Call it while
 * their password is locked.
 *
 * @param ctx - the user's own
 * @param device - the secret in the browser's cookie, or null
 * @param options - `isExpected`: no email about an unknown browser, because another email says it
 */
export async function openSession(
  tx: Db,
  ctx: Context,
  account: Account,
  device: string | null,
  { isExpected = false, ...origin }: { isExpected?: boolean } & SessionOrigin,
): Promise<SignedIn> {
  const userId = requireUserId(ctx);
  const { workspaceId, now, caller } = ctx;
  const browser = await rememberBrowser(tx, userId, device, now);
  if (browser.isNew && !isExpected && (await tryEmailQuota(tx, userId, now)))
    await queueSecurityEmail(tx, ctx, userId, { purpose: "new_sign_in" });
  const owner = { userId, workspaceId };
  const sessionId = await createSession(tx, owner, caller?.userAgent ?? null, now, origin);
  return { account, sessionId, device: browser.secret };
}

async function tryEmailQuota(tx: Db, userId: string, now: Date): Promise<boolean> {
  const bucket = `sign-in-email:${userId}`;
  const quota = { bucket, max: MAX_EMAILS_PER_HOUR, windowSeconds: 3600 };
  return "eventIds" in (await trySpendQuota(tx, [quota], now));
}

/** A browser is remembered for this long after its last sign-in. */
export const KNOWN_BROWSER_MS = 365 * DAY_MS;
/** The maximum number of browsers remembered for a user. The one unused for longest is forgotten first. */
const MAX_BROWSERS = 20;

/** Returns whether an account, by address, has signed in before in the browser that holds this secret. */
export async function isKnownBrowser(emailKey: string, secret: string | null): Promise<boolean> {
  if (secret === null) return false;
  const where = { hash: sha256(secret), user: { emailKey } };
  return (await db().knownBrowser.findFirst({ where, select: { userId: true } })) !== null;
}

type Browser = { secret: string; isNew: boolean };

/**
 * Remembers the browser in which a user has signed in. Call it while their password is locked.
 *
 * @param secret - the value of the browser's cookie. One that wasn't made here is replaced, so that no one
 *   can plant a secret that they know.
 * @returns the secret to keep in the cookie, and whether the user is new in this browser
 */
async function rememberBrowser(
  tx: Db,
  userId: string,
  secret: string | null,
  now: Date,
): Promise<Browser> {
  const where = { hash: sha256(secret ?? ""), userId };
  const { count } = await tx.knownBrowser.updateMany({ where, data: { lastSeenAt: now } });
  if (secret !== null && count > 0) return { secret, isNew: false };
  // Someone else who uses this browser stays known in it.
  const isShared = (await tx.knownBrowser.findFirst({ where: { hash: where.hash } })) !== null;
  const kept = isShared && secret !== null ? secret : randomBase62(43);
  await tx.knownBrowser.create({
    data: { hash: sha256(kept), userId, createdAt: now, lastSeenAt: now },
  });
  await tx.$executeRaw`
    DELETE FROM known_browsers WHERE user_id = ${userId}::uuid AND hash IN (
      SELECT hash FROM known_browsers WHERE user_id = ${userId}::uuid
      ORDER BY last_seen_at DESC, created_at DESC OFFSET ${MAX_BROWSERS})`;
  return { secret: kept, isNew: true };
}
