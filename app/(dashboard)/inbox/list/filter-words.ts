import { formatUtc } from "#lib/core/dates";
import type { FormName } from "#lib/forms/forms";
import type { InboxQuery } from "../inbox-url";

/** A filter in words, and the parameters that it sets. */
export type FilterWords = { label: string; parameters: readonly (keyof InboxQuery)[] };

/** The filters that are set, besides folder and search. An unknown form has no name. */
export function filtersInWords(query: InboxQuery, forms: readonly FormName[]): FilterWords[] {
  const { formId, unread, hasFiles, failed, from, to } = query;
  const form = forms.find(({ id }) => id === formId);
  const days = daysInWords(from, to);
  return [
    ...(formId ? [{ label: form?.name ?? "Deleted form", parameters: ["formId"] as const }] : []),
    ...(unread === "true" ? [{ label: "Unread", parameters: ["unread"] as const }] : []),
    ...(hasFiles === "true" ? [{ label: "Has files", parameters: ["hasFiles"] as const }] : []),
    ...(failed === "true" ? [{ label: "Failed deliveries", parameters: ["failed"] as const }] : []),
    ...(days ? [{ label: days, parameters: ["from", "to"] as const }] : []),
  ];
}

/** Days like `2026-11-21`, which have no time zone, as "1 Nov – 21 Nov 2026". */
export function daysInWords(from: string | undefined, to: string | undefined): string | null {
  if (from && to) {
    if (from === to) return formatUtc(from, "day");
    const isOneYear = from.slice(0, 4) === to.slice(0, 4);
    return `${formatUtc(from, isOneYear ? "dayAndMonth" : "day")} – ${formatUtc(to, "day")}`;
  }
  if (from) return `Since ${formatUtc(from, "day")}`;
  return to ? `Until ${formatUtc(to, "day")}` : null;
}
