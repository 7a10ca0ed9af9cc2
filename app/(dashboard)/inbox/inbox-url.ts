import { formatUtc } from "#lib/core/dates";
import type { FormName } from "#lib/domain/forms/forms";
import type { ListInboxQuery } from "#lib/domain/submissions/inbox/inbox-schema";

/** The inbox's state in its URL: the list, and the open message. */
export type InboxQuery = Omit<ListInboxQuery, "limit"> & { message?: string | undefined };

export type Change = { [K in keyof InboxQuery]?: InboxQuery[K] | null };

export const NO_FILTERS = {
  formId: null,
  unread: null,
  hasFiles: null,
  suspected: null,
  answered: null,
  assigneeId: null,
  hasNotes: null,
  failed: null,
  from: null,
  to: null,
};

/** Counts the filters in use, except folder and search. The days count as one. */
export function countFilters(query: InboxQuery): number {
  return filtersInWords(query, []).length;
}

/**
 * Returns the query string of a request for a list, with some parameters changed; null removes one.
 */
export function inboxSearch(query: InboxQuery, change: Change & { limit?: number } = {}): string {
  const next = { ...query, ...change };
  const parameters = new URLSearchParams();
  if (next.folder && next.folder !== "inbox") parameters.set("folder", next.folder);
  if (next.formId) parameters.set("formId", next.formId);
  if (next.search) parameters.set("search", next.search);
  if (next.unread === "true") parameters.set("unread", "true");
  if (next.hasFiles === "true") parameters.set("hasFiles", "true");
  if (next.suspected === "true") parameters.set("suspected", "true");
  if (next.answered) parameters.set("answered", next.answered);
  if (next.assigneeId) parameters.set("assigneeId", next.assigneeId);
  if (next.hasNotes) parameters.set("hasNotes", next.hasNotes);
  if (next.failed === "true") parameters.set("failed", "true");
  if (next.from) parameters.set("from", next.from);
  if (next.to) parameters.set("to", next.to);
  if (next.timeZone && (next.from || next.to)) parameters.set("timeZone", next.timeZone);
  if (next.cursor) parameters.set("cursor", next.cursor);
  if (next.message) parameters.set("message", next.message);
  if (next.limit) parameters.set("limit", String(next.limit));
  return parameters.toString();
}

/** Days in a URL are in the time zone of the viewer who opens it. */
export function inboxHref(query: InboxQuery, change: Change = {}): string {
  const search = inboxSearch(query, { ...change, timeZone: null });
  return search ? `/inbox?${search}` : "/inbox";
}

/**
 * Returns the URL of another list, without the open message and the page, which belong to the
 * current one.
 */
export function listHref(query: InboxQuery, change: Change): string {
  return inboxHref(query, { message: null, cursor: null, ...change });
}

type FilterWords = { label: string; parameters: readonly (keyof InboxQuery)[] };

/** Describes the filters in use, except folder and search. An unknown form has no name. */
export function filtersInWords(
  query: InboxQuery,
  forms: readonly FormName[],
  viewerId = "",
): FilterWords[] {
  const { formId, unread, hasFiles, suspected, answered, assigneeId, hasNotes, failed } = query;
  const { from, to } = query;
  const form = forms.find(({ id }) => id === formId);
  const days = daysInWords(from, to);
  return [
    ...(formId ? [{ label: form?.name ?? "Deleted form", parameters: ["formId"] as const }] : []),
    ...(unread === "true" ? [{ label: "Unread", parameters: ["unread"] as const }] : []),
    ...(hasFiles === "true" ? [{ label: "Has files", parameters: ["hasFiles"] as const }] : []),
    ...(suspected === "true"
      ? [{ label: "Looks like spam", parameters: ["suspected"] as const }]
      : []),
    ...(answered
      ? [
          {
            label: answered === "true" ? "Answered" : "Not answered",
            parameters: ["answered"] as const,
          },
        ]
      : []),
    ...(assigneeId
      ? [{ label: assigneeInWords(assigneeId, viewerId), parameters: ["assigneeId"] as const }]
      : []),
    ...(hasNotes
      ? [
          {
            label: hasNotes === "true" ? "With notes" : "Without notes",
            parameters: ["hasNotes"] as const,
          },
        ]
      : []),
    ...(failed === "true" ? [{ label: "Not delivered", parameters: ["failed"] as const }] : []),
    ...(days ? [{ label: days, parameters: ["from", "to"] as const }] : []),
  ];
}

function assigneeInWords(assigneeId: string, viewerId: string): string {
  if (assigneeId === "none") return "Unassigned";
  return assigneeId === viewerId ? "Mine" : "Assigned to a colleague";
}

/** Returns whether a filter's messages are counted one by one: it has no counters, and isn't a search. */
export function isCountedFilter(query: InboxQuery): boolean {
  const { hasFiles, suspected, answered, assigneeId, hasNotes, failed, from, to } = query;
  const isSet = [hasFiles, suspected, failed].includes("true");
  return isSet || Boolean(answered ?? assigneeId ?? hasNotes ?? from ?? to);
}

/** Formats days like `2026-11-21`, which have no time zone, as "1 Nov – 21 Nov 2026". */
export function daysInWords(from: string | undefined, to: string | undefined): string | null {
  if (from && to) {
    if (from === to) return formatUtc(from, "day");
    const isOneYear = from.slice(0, 4) === to.slice(0, 4);
    return `${formatUtc(from, isOneYear ? "dayAndMonth" : "day")} – ${formatUtc(to, "day")}`;
  }
  if (from) return `Since ${formatUtc(from, "day")}`;
  return to ? `Until ${formatUtc(to, "day")}` : null;
}

/**
 * Returns the filters that nothing else above the list shows: unread has its own switch, and each of several forms has
 * a chip.
 */
export function withoutShown(query: InboxQuery, forms: readonly FormName[]): InboxQuery {
  const { unread: _, formId, ...rest } = query;
  const hasChip = forms.length > 1 && forms.some(({ id }) => id === formId);
  return formId === undefined || hasChip ? rest : { ...rest, formId };
}
