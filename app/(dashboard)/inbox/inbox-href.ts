import type { InboxQuery } from "./inbox-query";

export type { InboxQuery } from "./inbox-query";

/** The address of the inbox with some of its state changed; null takes a part away. */
export function inboxHref(
  query: InboxQuery,
  change: { [K in keyof InboxQuery]?: InboxQuery[K] | null } = {},
): string {
  const next = { ...query, ...change };
  const parameters = new URLSearchParams();
  if (next.folder && next.folder !== "inbox") parameters.set("folder", next.folder);
  if (next.formId) parameters.set("formId", next.formId);
  if (next.search) parameters.set("search", next.search);
  if (next.unread === "true") parameters.set("unread", "true");
  if (next.cursor) parameters.set("cursor", next.cursor);
  if (next.message) parameters.set("message", next.message);
  const text = parameters.toString();
  return text ? `/inbox?${text}` : "/inbox";
}
