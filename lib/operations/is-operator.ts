import type { ActiveSession } from "#lib/accounts/sessions";
import { settings } from "#lib/core/settings";

/** Whether a user may see the operator page: OPERATOR_EMAILS has their address, and it's verified. */
export function isOperator({ account, isVerified }: ActiveSession): boolean {
  return isVerified && settings().operatorEmails.includes(account.user.email.toLowerCase());
}
