import { entriesOf } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { findSender } from "#lib/core/fields/sender";
import { foldCase } from "#lib/core/text";
import { findLinks, type Link, siteOf, traitsOf } from "#lib/domain/spam/link-signs";

/** Marks a token that isn't a word but a trait of a message. Words contain no colon. */
const MARK = "is:";
export const isTrait = (token: string) => token.startsWith(MARK);

const MAX_CHARACTERS = 4_000;
/** Han, kana, and Hangul, which express about twice as much per character. */
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const DENSITY = 2.2;
/** The limits of the ranges. The first range is "shorter than 40 characters". */
const LENGTHS = [40, 120, 250, 450, 700, 1_000];
const DIGITS = [1, 4, 9];
const SITE_LETTERS = [6, 10, 14];
const MAX_PARAGRAPHS = 4;

/** Companies that offer private addresses, by the name that they registered in most countries. */
const PROVIDER =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|aol|icloud|me|proton|protonmail|fastmail|gmx|web|t-online|freenet|arcor|posteo|mailbox|mail|inbox|bk|list|yandex|rambler|ukr|meta|wp|o2|onet|interia|orange|wanadoo|free|sfr|laposte|bbox|libero|virgilio|tiscali|alice|uol|bol|terra|sapo|ziggo|kpnmail|xs4all|telenet|btinternet|comcast|qq|163|126|sina|foxmail|sohu|naver|daum|docomo|ezweb|softbank|nifty|walla|mynet|duck|mozmail|appleid)$/;

/** Returns the index of the range that contains `amount`, given each range's lower bound. */
const rangeOf = (amount: number, begins: readonly number[]) =>
  begins.filter((begin) => amount >= begin).length;

/** Removes accents from letters. */
const plain = (text: string) => foldCase(text).normalize("NFD").replaceAll(/\p{M}/gu, "");

const GREETING = /^[^\n]{2,40}\n/;
const SIGNATURE = /\n[^\n]{2,40}$/;
const QUESTION = /[?？؟]/;
const ENDS_WITH_QUESTION = /[?？؟]$/;

/** Returns the traits of a text's layout: a letter, a note, or a list. */
function traitsOfText(text: string, name: string | null): string[] {
  const density = DENSE.test(text) ? DENSITY : 1;
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  const asks = QUESTION.test(text);
  // In a letter, the name follows the question.
  const endsAsking = paragraphs.slice(-2).some((paragraph) => ENDS_WITH_QUESTION.test(paragraph));
  const [firstName = ""] = name?.split(/\s/) ?? [];
  return [
    `length-${rangeOf(text.length * density, LENGTHS)}`,
    `paragraphs-${Math.min(paragraphs.length, MAX_PARAGRAPHS)}`,
    ...(GREETING.test(text) ? ["greeting"] : []),
    ...(SIGNATURE.test(text) ? ["signature"] : []),
    endsAsking ? "question-at-end" : `question-${asks ? "within" : "none"}`,
    ...(firstName !== "" && text.includes(firstName) ? ["own-name"] : []),
  ];
}

/** Returns the traits of an address, without the address itself. */
function traitsOfAddress(email: string, name: string | null, text: string): string[] {
  const at = email.lastIndexOf("@");
  const [local, domain] = [foldCase(email.slice(0, at)), foldCase(email.slice(at + 1))];
  const site = siteOf(domain);
  const firstName = plain(name?.split(/[\s.]/)[0] ?? "").replaceAll(/[^\p{L}]/gu, "");
  const letters = plain(text).replaceAll(/[^a-z0-9]/g, "");
  const isNamed = site.length >= 5 && letters.includes(site.replaceAll("-", ""));
  return [
    PROVIDER.test(site) ? "address-provider" : "address-own-domain",
    ...(firstName !== "" && local === firstName ? ["address-first-name"] : []),
    ...(/\d/.test(local) ? ["address-digits"] : []),
    ...(/[._]/.test(local) ? ["address-parts"] : []),
    ...(site.includes("-") ? ["site-hyphen"] : []),
    `site-length-${rangeOf(site.length, SITE_LETTERS)}`,
    `site-ending-${domain.slice(domain.lastIndexOf(".") + 1, domain.lastIndexOf(".") + 13)}`,
    ...(isNamed ? ["site-named"] : []),
  ];
}

function linkTrait(links: readonly Link[]): string {
  if (links.length === 0) return "link-none";
  return links.some(({ isAlone }) => !isAlone) ? "link-within" : "link-alone";
}

/**
 * Returns how a message is written, apart from its words and in any language: its length, whether it's laid out as a
 * letter, whether it ends with a question, the kind of its address, and whether it has prices or links. Each trait is
 * a token such as `is:greeting`. Pure, and checks 4,000 characters.
 */
export function shapeOf(fields: FieldPairs): string[] {
  const { name, email } = findSender(fields, []);
  const values = fields.flatMap(([, value]) => entriesOf(value));
  const others = values.filter((value) => value.trim() !== name && value.trim() !== email);
  const longest = others.reduce((one, two) => (two.length > one.length ? two : one), "");
  const text = longest.slice(0, MAX_CHARACTERS).trim();
  const all = others.join("\n").slice(0, MAX_CHARACTERS);
  const links = findLinks(others.map((value) => value.slice(0, MAX_CHARACTERS)));
  const traits = [
    ...traitsOfText(text, name),
    ...(email ? traitsOfAddress(email, name, all) : ["address-none"]),
    `digits-${rangeOf(all.match(/\d/g)?.length ?? 0, DIGITS)}`,
    ...traitsOf(all),
    linkTrait(links),
  ];
  return traits.map((trait) => MARK + trait);
}
