import { consume } from "#lib/adapters/limiter/limiter";
import type { Caller } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { isSharedAccount } from "#lib/core/settings/demo";
import type { ActiveSession } from "#lib/domain/accounts/sessions";

const MAX_PER_MINUTE = 30;

/**
 * Limits what one visitor of a public demo changes. Does nothing for other accounts.
 *
 * @throws {AppError} rate_limited
 */
export async function limitDemoWrites(
  { account }: Pick<ActiveSession, "account">,
  { network }: Caller,
): Promise<void> {
  if (!isSharedAccount(account.user)) return;
  const bucket = { name: "demo-writes", key: network, limit: MAX_PER_MINUTE, windowSeconds: 60 };
  const { isAllowed, resetSeconds } = await consume(bucket);
  if (!isAllowed)
    throw new AppError("rate_limited", "The demo limits changes. Try again in a moment.", {
      retryAfterSeconds: resetSeconds,
    });
}
