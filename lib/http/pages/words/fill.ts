import { formatDayIn } from "#lib/core/dates";
import { html, type Markup, type Slot } from "#lib/core/html";
import type { Fault } from "#lib/fields/rules";
import type { Language } from "#lib/forms/page-schema";
import type { PageWords } from "#lib/http/pages/words/english";

/** The texts of a page, with what they're in. */
export type Tongue = { language: Language; words: PageWords };

/** A text with its placeholders filled in, as plain text. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A text with its placeholders filled in with markup. */
export function fillMarkup(text: string, values: Readonly<Record<string, Slot>>): Markup {
  const parts = text.split(/\{(\w+)\}/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : values[part]))}`;
}

/** A fault in the language of the page. */
export function faultText(fault: Fault, { language, words }: Tongue): string {
  const { faults } = words;
  if (!("limit" in fault)) return faults[fault.rule];
  if (typeof fault.limit === "string") {
    const text = fault.rule === "too_small" ? faults.too_early : faults.too_late;
    return fillText(text, { limit: formatDayIn(language, fault.limit) });
  }
  const limit = new Intl.NumberFormat(language).format(fault.limit);
  return fillText(faults[fault.rule], { limit });
}

/** "42 seconds" or "5 minutes". */
export function formatWait(seconds: number, language: Language): string {
  const [value, unit] = seconds <= 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  const options = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, options).format(value);
}
