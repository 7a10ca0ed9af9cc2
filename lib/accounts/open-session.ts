import { rememberBrowser } from "#lib/accounts/known-browsers";
import type { Account } from "#lib/accounts/schema";
import { createSession } from "#lib/accounts/sessions";
import { type Context, requireUserId } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import { queueSecurityEmail } from "#lib/notifications/security-email";
import { tryConsume } from "#lib/usage/quota";

/** `device` is the secret for the browser's long-lived cookie. */
export type SignedIn = { account: Account; sessionId: string; device: string };

/** Enough to notice an attack, too few to bury it. */
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
  device: string | null,
  { isExpected = false }: { isExpected?: boolean } = {},
): Promise<Omit<SignedIn, "account">> {
  const userId = requireUserId(ctx);
  const { workspaceId, now, caller } = ctx;
  const browser = await rememberBrowser(tx, userId, device, now);
  if (browser.isNew && !isExpected && (await tryEmailQuota(tx, userId, now)))
    await queueSecurityEmail(tx, ctx, userId, { purpose: "new_sign_in" });
  const owner = { userId, workspaceId };
  const sessionId = await createSession(tx, owner, caller?.userAgent ?? null, now);
  return { sessionId, device: browser.secret };
}

async function tryEmailQuota(tx: Db, userId: string, now: Date): Promise<boolean> {
  const bucket = `sign-in-email:${userId}`;
  const quota = { bucket, max: MAX_EMAILS_PER_HOUR, windowSeconds: 3600 };
  return "eventIds" in (await tryConsume(tx, [quota], now));
}
