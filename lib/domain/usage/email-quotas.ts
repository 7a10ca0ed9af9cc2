import type { Context } from "#lib/core/context";
import { HOUR_SECONDS } from "#lib/core/durations";
import { mailboxKey } from "#lib/core/mailbox-key";
import { hashVisitorAddress } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import type { Quota } from "#lib/domain/usage/quota";

const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * How many emails per hour one workspace, or one network, can have sent to others; three times as many per
 * day.
 */
const PER_SENDER = 20;

/** An email to an address that someone typed, whoever it belongs to. */
export type SolicitingEmail = "verification" | "invitation";

function quotasPer(bucket: string, perHour: number, perDay: number): Quota[] {
  return [
    { bucket, max: perHour, windowSeconds: HOUR_SECONDS },
    { bucket, max: perDay, windowSeconds: DAY_SECONDS },
  ];
}

/**
 * Returns the quotas for the sender of such emails: 20 an hour and 60 a day per workspace and per network. A
 * network may send as many as it may sign up accounts.
 *
 * @param options - `isOwnAccount`: the first email of a new account, which counts for its network alone
 */
export function senderQuotas(
  kind: SolicitingEmail,
  { workspaceId, caller }: Context,
  { isOwnAccount = false }: { isOwnAccount?: boolean } = {},
): Quota[] {
  const perNetwork = Math.max(PER_SENDER, settings().signUpRateLimit);
  const network = caller && `${kind}-by-network:${hashVisitorAddress(caller.network)}`;
  return [
    ...(isOwnAccount
      ? []
      : quotasPer(`${kind}-by-workspace:${workspaceId}`, PER_SENDER, 3 * PER_SENDER)),
    ...(network ? quotasPer(network, perNetwork, 3 * perNetwork) : []),
  ];
}

type Limits = { perHour: number; perDay: number };

/**
 * Returns the quotas of a mailbox over all workspaces, and the lower ones of this workspace, so that it can't
 * keep others from emailing that mailbox.
 */
export function mailboxQuotas(
  kind: SolicitingEmail,
  { workspaceId }: Context,
  email: string,
  { inAll, inOne }: { inAll: Limits; inOne: Limits },
): Quota[] {
  const bucket = `${kind}-to:${hashVisitorAddress(mailboxKey(email))}`;
  return [
    ...quotasPer(bucket, inAll.perHour, inAll.perDay),
    ...quotasPer(`${bucket}:${workspaceId}`, inOne.perHour, inOne.perDay),
  ];
}
