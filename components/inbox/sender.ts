import type { Sender } from "#lib/domain/forms/spam/sender-sql";

/** Names the sender of a message in one line: the name, or else how to reach them. */
export function senderOf({ name, email, phone }: Sender): string {
  return name ?? email ?? phone ?? "Someone";
}
