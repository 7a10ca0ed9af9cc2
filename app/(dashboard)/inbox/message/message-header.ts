import { senderOf } from "#components/inbox/sender.ts";
import type { Sender } from "#lib/domain/forms/spam/sender-sql";

/** Returns the head of a letter: the sender, and their address unless it's the title. */
export function messageHeader(sender: Sender) {
  const title = senderOf(sender);
  return { title, address: sender.email === title ? null : sender.email };
}
