import type { InboxItem } from "#lib/submissions/inbox-schema";

/** Who a message is from, in one line: the name, or else an address. */
export function senderOf({
  name,
  email,
  replyAddress,
}: Pick<InboxItem, "name" | "email" | "replyAddress">): string {
  return name ?? email ?? replyAddress ?? "No name";
}
