import { singleton } from "#lib/core/singleton";
import { isTransient } from "#lib/db/connection-error";

/** Pages that failed because the database didn't respond, by request ID, until their responses begin. */
const unavailable = () => singleton("unavailable-pages", () => new Set<string>());
const MAX_PAGES = 1_000;

/** Remembers why a page failed: the framework responds with 500, whatever the reason. */
export function notePageFailure(failure: unknown, requestId: string): void {
  const pages = unavailable();
  if (!isTransient(failure)) return;
  // Those that had already begun their responses are left over.
  if (pages.size >= MAX_PAGES) pages.clear();
  pages.add(requestId);
}

/** Whether the page with this request ID failed because the database didn't respond. */
export function isPageUnavailable(requestId: string): boolean {
  return unavailable().delete(requestId);
}
