// Doesn't use Zod, because pages load this file.
import { cutCharacters, isLongerThan, toLine } from "#lib/core/characters";

/** The page that a message was sent from. Unknown members are null. */
export type MessageContext = {
  pageUrl: string | null;
  pageTitle: string | null;
  referrer: string | null;
  utm: Record<UtmName, string | null>;
};

export const UTM_NAMES = ["source", "medium", "campaign", "term", "content"] as const;
export type UtmName = (typeof UTM_NAMES)[number];

/** The unchecked data about the page. */
export type SentContext = {
  page?: string | null | undefined;
  title?: string | null | undefined;
  /** The previous page, from which the visitor came. */
  referrer?: string | null | undefined;
  /** The request's `Referer`, which is used if `page` is missing. */
  header: string | null;
};

const MAX_CHARACTERS = 500;
/** Longer URLs are ignored. */
const MAX_READ = 8_000;

function toPage(text: string | null | undefined): URL | null {
  const url = text && text.length <= MAX_READ ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.hostname !== "" ? url : null;
}

/** Returns one line of text, cut; null if it's empty. */
function toShort(text: string | null | undefined): string | null {
  if (!text) return null;
  const line = toLine(text.slice(0, MAX_READ), MAX_CHARACTERS).trim();
  return line === "" ? null : cutCharacters(line, MAX_CHARACTERS);
}

/**
 * Returns the URL without credentials, fragment, and query except `utm_*`, or null if it's too long.
 */
function toShownUrl(page: URL): string | null {
  const shown = new URL(page);
  shown.username = "";
  shown.password = "";
  shown.hash = "";
  shown.search = "";
  const plain = shown.href;
  for (const [name, value] of page.searchParams)
    if (/^utm_/i.test(name)) shown.searchParams.append(name, value);
  return [shown.href, plain].find((text) => !isLongerThan(text, MAX_CHARACTERS)) ?? null;
}

/**
 * Reads the page that a message was sent from. Unreadable parts are left out: they never reject a message. Null if
 * nothing is known.
 */
export function readContext({ page, title, referrer, header }: SentContext): MessageContext | null {
  const url = toPage(page) ?? toPage(header);
  const utmOf = (name: UtmName) => toShort(url?.searchParams.get(`utm_${name}`));
  const context: MessageContext = {
    pageUrl: url && toShownUrl(url),
    pageTitle: toShort(title),
    referrer: toShort(toPage(referrer)?.host),
    utm: {
      source: utmOf("source"),
      medium: utmOf("medium"),
      campaign: utmOf("campaign"),
      term: utmOf("term"),
      content: utmOf("content"),
    },
  };
  const { utm, ...others } = context;
  const isEmpty = [...Object.values(others), ...Object.values(utm)].every((one) => one === null);
  return isEmpty ? null : context;
}

/** The names by which rules and conditions test the page that a message was sent from. */
export const CONTEXT_FIELDS: readonly string[] = [
  "$page",
  "$title",
  "$referrer",
  ...UTM_NAMES.map((name) => `$utm.${name}`),
];

/** Returns the page that a message was sent from, as fields for rules and conditions. */
export function contextFields(context: MessageContext | null): [string, string][] {
  if (!context) return [];
  const { pageUrl, pageTitle, referrer, utm } = context;
  const values = [pageUrl, pageTitle, referrer, ...UTM_NAMES.map((name) => utm[name])];
  return CONTEXT_FIELDS.flatMap((name, index): [string, string][] => {
    const value = values[index] ?? null;
    return value === null ? [] : [[name, value]];
  });
}

/** One line of a message's context, with its label, as people read it. */
export type ContextLine = { label: string; text: string; url: string | null };

/** Describes the page that a message was sent from, line by line. */
export function contextLines(context: MessageContext | null): ContextLine[] {
  if (!context) return [];
  const { pageUrl, pageTitle, referrer, utm } = context;
  const campaign = UTM_NAMES.flatMap((name) => utm[name] ?? []).join(" · ");
  const page = pageUrl ?? pageTitle;
  return [
    ...(page === null ? [] : [{ label: "Page", text: pageTitle ?? page, url: pageUrl }]),
    ...(referrer === null ? [] : [{ label: "Came from", text: referrer, url: null }]),
    ...(campaign === "" ? [] : [{ label: "Campaign", text: campaign, url: null }]),
  ];
}
