import type { ListInboxQuery } from "#lib/submissions/inbox-schema";

/** The inbox's state, which lives in its URL: what is listed, and which message is open. */
export type InboxQuery = Omit<ListInboxQuery, "limit"> & { message?: string | undefined };

type Change = { [K in keyof InboxQuery]?: InboxQuery[K] | null };

/** The query string of an inbox URL, with some parameters changed; null removes one. */
export function inboxSearch(query: InboxQuery, change: Change & { limit?: number } = {}): string {
  const next = { ...query, ...change };
  const parameters = new URLSearchParams();
  if (next.folder && next.folder !== "inbox") parameters.set("folder", next.folder);
  if (next.formId) parameters.set("formId", next.formId);
  if (next.search) parameters.set("search", next.search);
  if (next.unread === "true") parameters.set("unread", "true");
  if (next.cursor) parameters.set("cursor", next.cursor);
  if (next.message) parameters.set("message", next.message);
  if (next.limit) parameters.set("limit", String(next.limit));
  return parameters.toString();
}

export function inboxHref(query: InboxQuery, change: Change = {}): string {
  const search = inboxSearch(query, change);
  return search ? `/inbox?${search}` : "/inbox";
}

/** The URL of another list: the open message and the page belong to the current one. */
export function listHref(query: InboxQuery, change: Change): string {
  return inboxHref(query, { message: null, cursor: null, ...change });
}
