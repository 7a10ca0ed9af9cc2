import { addressKey } from "#lib/core/email-address";

/**
 * Returns the mailbox of an email address for limits: one mailbox has any number of addresses with a `+tag`.
 * Ignores case. Never use it as the key of an account or a recipient.
 */
export function mailboxKey(address: string): string {
  const key = addressKey(address);
  const at = key.lastIndexOf("@");
  return key.slice(0, at).replace(/(?<=.)\+.*$/s, "") + key.slice(at);
}
