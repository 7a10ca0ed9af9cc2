import { foldCase } from "#lib/core/text";

/** A link in a message: `https://www.shop.example/a?b=c`, `www.shop.example`, or `shop.example/a`. */
export type Link = {
  host: string;
  /** The part after the host: `/a?b=c`. */
  path: string;
  /** Whether its field contains only the link. */
  isAlone: boolean;
};

/** Matches links, but not email addresses. The end of a path or a quotation mark ends a link. */
const LINK =
  /(?:https?:\/\/|(?<![\w@.-])www\.)([^\s<>"'\]\\/?#|{}()]{1,100})([^\s<>"'\]|{}()]{0,200})|(?<![\w@.-])([a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,12})(\/[^\s<>"'\]|{}()]{1,200})/gi;
/** What every link, its markup, and every mention of a messenger's account contain, and most messages don't. */
const LINK_OR_MARKUP = /[<[/@:]|www\.|\.[a-z]/i;
export const mayHaveLink = (text: string) => LINK_OR_MARKUP.test(text);

const LINK_SIGN = /:\/\/|www\.|\.[a-z]{2,12}\//i;
const MAX_LINKS = 50;

function linksOf(text: string): Link[] {
  if (!LINK_SIGN.test(text)) return [];
  return Array.from(text.matchAll(LINK), ([all, host, path, bareHost, barePath]) => ({
    host: foldCase(host ?? bareHost ?? "").replace(/^www\./, ""),
    path: path ?? barePath ?? "",
    isAlone: all.length >= text.trim().length - 1,
  }));
}

/** Finds the first 50 links in a message's values. */
export const findLinks = (texts: readonly string[]): Link[] =>
  texts.flatMap(linksOf).slice(0, MAX_LINKS);

/** Second levels that registries sell names under: `co.uk`, `com.br`. */
const SHARED_LEVEL = /^(?:com?|org|net|gov|edu|ac|or|ne|go|ind|in)$/;

/** Returns the part of a host that someone has registered: `shop` of `www.shop.co.uk`. */
export function siteOf(host: string): string {
  const labels = host.split(".");
  const isShared = labels.length > 2 && SHARED_LEVEL.test(labels.at(-2) ?? "");
  return labels.at(isShared ? -3 : -2) ?? host;
}

/** Top-level domains so cheap that most domains in them are registered for spam (Spamhaus, Interisle). */
const BULK_ENDING =
  "top|xyz|icu|cyou|sbs|cfd|bond|click|win|bet|casino|bid|loan|buzz|rest|monster|lol|pw|cc|su|tk|ml|ga|cf|gq|vip|fun|club|site|online|shop|store|live|pro|website|space";
const BULK_HOST = new RegExp(`\\.(?:${BULK_ENDING})$`);
const BULK_NAME = new RegExp(
  `(?<![\\w@.-])[a-z0-9][a-z0-9-]{3,62}\\.(?:${BULK_ENDING})(?![\\w.@-])`,
  "gi",
);
/** A quick check for a cheap top-level domain, which most messages don't contain. */
const BULK_SIGN = new RegExp(`\\.(?:${BULK_ENDING})(?![\\w.@-])`, "i");
/** Hosts that hide where a link leads, and that let anyone publish pages without an account. */
const HIDING_HOST =
  /^(?:bit\.ly|tinyurl\.com|t\.co|is\.gd|cutt\.ly|rb\.gy|shorturl\.at|ow\.ly|tiny\.cc|t\.ly|telegra\.ph|t\.me|wa\.me|\d{1,3}(?:\.\d{1,3}){3})$/;
/** Accounts of messengers that spammers ask people to write to. */
const MESSENGER = /\btelegram\b[^\n]{0,12}@\w{4}|\bskype\b[^\n]{0,8}\blive:/i;

/** Services that people of all kinds link to. */
const PLATFORM =
  /^(?:google|goo|youtube|youtu|dropbox|wetransfer|we|linkedin|instagram|facebook|github|gitlab|apple|icloud|microsoft|sharepoint|1drv|canva|vimeo|pinterest|tiktok|wikipedia|x|twitter|baidu|bilibili|naver|imgur|ibb)$/;

const PRICE =
  /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|BTC|USDT|TL|kr|zł|руб|грн|円|元|万)(?![a-z]))/u;
const PERCENT = /\d\s?[%٪%]/;
/** A deadline of one to three days, in hours. */
const HOURS = /(?<![\d.,:/-])(?:24|48|72)(?![\d.,:/%-])\s?\p{L}/u;
const SHOUT = /!!|>>|[=-]>|→|\p{Extended_Pictographic}[^\n]*\p{Extended_Pictographic}/u;
/** A quotation. Someone who reports a message quotes it, so it isn't their own text. */
const QUOTE = /[„“«「『"][^„“”«»「」『』"\n]{10,200}[“”»」』"]/;

const TRAITS = { price: PRICE, percentage: PERCENT, deadline: HOURS, shouting: SHOUT };

/** Returns the kinds of advertising in a text, in any language. */
export const traitsOf = (text: string): string[] =>
  Object.entries(TRAITS).flatMap(([trait, pattern]) => (pattern.test(text) ? [trait] : []));

/** Matches pages for one case or one recipient, as in phishing: `/case/20914`, `/pay?id=7`. */
const NUMBERED = /\d{4}|\?\w+=/;
/**
 * Matches names of several words, registered because all short ones are in use:
 * `domain-renewal-info`.
 */
const COMPOSED = /-.+-|^.{20}/;
const DOCUMENT = /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|webp|heic|svg|dxf|dwg|step|csv|txt|mp4)$/i;
const MIN_SHARED_LETTERS = 6;

/**
 * Returns whether a site belongs to the sender's address: its name equals the address's domain, or a
 * part of it.
 */
function isOwn(site: string, senderSite: string): boolean {
  if (senderSite === "") return false;
  if (site === senderSite) return true;
  const parts = senderSite.split("-").filter((part) => part.length >= MIN_SHARED_LETTERS);
  return [senderSite, ...parts].some((part) => part.length >= 5 && site.includes(part));
}

/**
 * Someone who asks a designer for "something like these three sites" writes more than just links.
 */
const isMostlyLinks = (text: string, links: readonly Link[]) =>
  links.reduce((sum, { host, path }) => sum + host.length + path.length, 0) * 2 > text.length;

/** The signs in a message's links. Points of `host`: 0 to 2; of `promo`: 0 to 2; of `sites`: 0 or 1. */
export type LinkSigns = { host: number; promo: number; sites: number };
const NONE: LinkSigns = { host: 0, promo: 0, sites: 0 };
const MIN_SITES = 3;

/**
 * Judges links by their targets, and by the text next to them.
 *
 * @param domain - of the sender's address, folded; empty if there's none
 * @param isMarkedUp - quotation marks are part of a link's code, then
 */
export function judgeLinks(
  text: string,
  links: readonly Link[],
  domain: string,
  isMarkedUp: boolean,
): LinkSigns {
  const names = BULK_SIGN.test(text) ? (text.match(BULK_NAME) ?? []) : [];
  const isMessenger = MESSENGER.test(text);
  if (links.length + names.length === 0 && !isMessenger) return NONE;
  if (!isMarkedUp && QUOTE.test(text)) return NONE;
  const senderSite = domain === "" ? "" : siteOf(domain);
  const traits = traitsOf(text).length;
  const found = links.map((link) => {
    const site = siteOf(link.host);
    const isHome = link.path.replaceAll(/[/.,!]/g, "") === "";
    return { ...link, site, isHome, isOwn: isOwn(site, senderSite) };
  });
  const isBulk = ({ host, isHome }: (typeof found)[number]) =>
    HIDING_HOST.test(host) || (BULK_HOST.test(host) && !(isHome && host === domain));
  const isHosted = found.some(isBulk) || names.some((name) => foldCase(name) !== domain);
  const promos = found
    .filter((link) => link.isOwn && !link.isAlone && !DOCUMENT.test(link.path))
    .map(({ site, path, isHome }) => {
      if (isHome) return SHOUT.test(text) ? traits - 1 : 0;
      return traits + Number(NUMBERED.test(path)) + Number(COMPOSED.test(site));
    });
  const sites = new Set(
    found.filter(({ site, isOwn }) => !isOwn && !PLATFORM.test(site)).map(({ site }) => site),
  );
  return {
    host: isHosted || isMessenger ? 1 + Math.min(1, traits) : 0,
    promo: Math.min(2, Math.max(0, ...promos)),
    sites: sites.size >= MIN_SITES && (isHosted || isMostlyLinks(text, links)) ? 1 : 0,
  };
}
