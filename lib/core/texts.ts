import { html, type Markup, type Slot } from "#lib/core/html";

/**
 * One text for each plural category of its `{count}` that differs; `other` is used for the rest.
 */
type PluralText = { readonly [Category in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

/** A text whose placeholders, like `{name}`, are filled in. */
export type FillableText = string | PluralText;

/** The direction in which a language is written. */
export function directionOf(language: string): "ltr" | "rtl" {
  return /^(ar|he)\b/.test(language) ? "rtl" : "ltr";
}

/**
 * Placeholders for other people's text. The values of all other placeholders are ours, in the language of
 * the text.
 */
const FOREIGN: ReadonlySet<string> = new Set(
  "form business host email sender workspace url file files label".split(" "),
);

/** Bidirectional control characters. Unclosed, they affect text beyond any `<bdi>`. */
const TURNING_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates someone else's text, so that it can't change the direction of the text around it. */
export function isolated(text: string): Markup {
  return html`<bdi>${text.replaceAll(TURNING_MARKS, "")}</bdi>`;
}

/** Isolates plain text, with marks only if the directions can differ. */
function isolatedText(text: string, language: string): string {
  const plain = text.replaceAll(TURNING_MARKS, "");
  const differs = directionOf(language) === "rtl" || RIGHT_TO_LEFT.test(plain);
  return differs ? `\u2068${plain}\u2069` : plain;
}

/** Splits a text into its literal parts and, at odd positions, the names of its placeholders. */
function partsOf(text: FillableText, count: unknown, language: string): string[] {
  if (typeof text === "string") return text.split(/\{(\w+)\}/);
  const category = new Intl.PluralRules(language).select(Number(count));
  return (text[category] ?? text.other).split(/\{(\w+)\}/);
}

/** A text with its placeholders filled in, as plain text. Numbers are written as the language does. */
export function fillText(
  text: FillableText,
  values: Readonly<Record<string, string | number>>,
  language: string,
): string {
  const filledWith = (name: string) => {
    const value = values[name] ?? "";
    if (typeof value === "number") return new Intl.NumberFormat(language).format(value);
    return FOREIGN.has(name) ? isolatedText(value, language) : value;
  };
  const parts = partsOf(text, values.count, language);
  return parts.map((part, at) => (at % 2 === 0 ? part : filledWith(part))).join("");
}

/** A text with its placeholders filled in with markup. */
export function fillMarkup(
  text: FillableText,
  values: Readonly<Record<string, Slot>>,
  language: string,
): Markup {
  const filledWith = (name: string) => {
    const value = values[name];
    return typeof value === "string" && FOREIGN.has(name) ? isolated(value) : value;
  };
  const parts = partsOf(text, values.count, language);
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : filledWith(part)))}`;
}

/** Lists alternatives in a language: "PDF, JPG, or PNG". */
export function alternatives(items: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(items);
}

/** Joins names into a list in a language, each isolated from the direction of the text around it: "a.pdf and b.pdf". */
export function listedNames(names: readonly string[], language: string): Markup {
  const parts = new Intl.ListFormat(language, { type: "conjunction" }).formatToParts(names);
  return html`${parts.map(({ type, value }) => (type === "element" ? isolated(value) : value))}`;
}
