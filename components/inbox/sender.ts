import type { Sender } from "#lib/domain/forms/spam/sender-sql";

/** Names the sender of a message in one line: the name, or else an address. */
export function senderOf({ name, email, replyAddress }: Sender): string {
  return name ?? email ?? replyAddress ?? "No name";
}
