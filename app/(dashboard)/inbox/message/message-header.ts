import { senderOf } from "#components/inbox/sender.ts";
import type { Sender } from "#lib/domain/forms/spam/sender-sql";

/** The head of a letter: the sender, and their address if that isn't the title. */
export function messageHeader(sender: Sender) {
  const title = senderOf(sender);
  return { title, address: sender.email === title ? null : sender.email };
}
