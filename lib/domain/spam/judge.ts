import { hash } from "node:crypto";
import { entriesOf, hasContent } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { isSenderName } from "#lib/core/fields/sender";
import { foldCase } from "#lib/core/text";
import {
  hasMarkup,
  hasProbe,
  isDisguised,
  type Script,
  scriptsOf,
} from "#lib/domain/spam/content-signs";
import { findLinks, judgeLinks, mayHaveLink } from "#lib/domain/spam/link-signs";
import { areRandom } from "#lib/domain/spam/random-letters";
import { isEcho, isHandle } from "#lib/domain/spam/sender-signs";
import type { Signal, SignalCode } from "#lib/domain/spam/signals";

/** A message, as far as it's judged. */
export type JudgedMessage = {
  fields: FieldPairs;
  /** Names of the fields whose values are selected, not written. */
  chosen: ReadonlySet<string>;
  /** The sender, according to the fields. */
  name: string | null;
  email: string | null;
  /** The time from the first input to sending, reported by our own script; null if it isn't known. */
  filledInMs: number | null;
  /** The result of our own challenge; null if none was required. */
  challenge: "passed" | "failed" | null;
};

/** The traits of a message that are remembered to judge later ones. */
export type Traits = {
  links: number;
  scripts: readonly Script[];
  /** Identifies the message's text, folded; null if it's too short to distinguish messages. */
  digest: string | null;
};

/** The usual properties of the form's last 200 messages. */
export type FormPast = {
  count: number;
  /** The number of links that 99 % of the messages don't exceed. */
  usualLinks: number;
  scripts: ReadonlySet<Script>;
};

/** The workspace's messages of the last day, and the decisions of its people. */
export type WorkspacePast = {
  /**
   * Counts earlier messages with the same digest: to other forms within ten minutes, and to this one within a
   * day.
   */
  countSame: (digest: string) => { elsewhere: number; here: number };
  isDisposable: (domain: string) => boolean;
};

/** The maximum text to check: the time that patterns take grows with its length. */
const JUDGED_VALUE_CHARACTERS = 2_000;
const MAX_CHARACTERS = 8_000;
/** With fewer messages, a form doesn't show yet what is usual there. */
const MIN_PAST = 50;
const FAST_MS = 2_000;
const MIN_DOTS = 4;
const GMAIL = new Set(["gmail.com", "googlemail.com"]);
const PASTED_LINKS = 2;
/** How many messages to other forms are a burst, including this one. */
const BURST_ELSEWHERE = 2;
const BURST_HERE = 3;
const NOTHING_SAME = { elsewhere: 0, here: 0 };

/** Returns the values that have content, cut to the length that is checked. */
function textsOf(fields: FieldPairs): string[] {
  let left = MAX_CHARACTERS;
  const texts: string[] = [];
  for (const [, value] of fields)
    for (const entry of entriesOf(value)) {
      if (left <= 0) return texts;
      const text = entry.slice(0, Math.min(JUDGED_VALUE_CHARACTERS, left));
      left -= text.length;
      if (hasContent(text)) texts.push(text);
    }
  return texts;
}

/** Matches consent to terms, often a long value that every message has. */
const CONSENT =
  /consent|privacy|gdpr|dsgvo|rgpd|datenschutz|terms|agree|accept|zustimm|einwillig|confiden|privacidad/i;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;
/** Shorter texts may be the same by chance. */
const MIN_SAME_CHARACTERS = 40;

/** Identifies the text of a message, regardless of its sender's name and address. */
function digestOf({ fields, chosen }: JudgedMessage): string | null {
  const isWritten = (name: string) =>
    !(chosen.has(name) || CONSENT.test(name) || isSenderName(name));
  const written = fields.flatMap(([name, value]) => (isWritten(name) ? entriesOf(value) : []));
  const text = written.join(" ").slice(0, MAX_CHARACTERS);
  if (text.length < MIN_SAME_CHARACTERS) return null;
  // Folding takes ten times as long if anything is beyond ASCII, such as hidden characters: they go first.
  const words = text.normalize("NFC").replaceAll(BETWEEN_WORDS, " ").trim();
  const folded = foldCase(words);
  if (folded.length < MIN_SAME_CHARACTERS) return null;
  return hash("sha256", folded, "base64url").slice(0, 12);
}

function domainOf(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), foldCase(email.slice(at + 1))];
}

function countDots(text: string): number {
  return text.split(".").length - 1;
}

type Finding = readonly [code: SignalCode, points: number | boolean, text: string];

/** Finds signs in the text itself. */
function findInText(texts: readonly string[], all: string, isDotted: boolean): Finding[] {
  return [
    ["gibberish", areRandom(texts, isDotted) && 3, "Random letters in two fields or more"],
    ["probe", texts.some(hasProbe) && 3, "A vulnerability scanner’s input"],
    ["disguise", isDisguised(all) && 2, "Letters of two scripts, or hidden ones, within words"],
  ];
}

/** Finds signs in the sender's name and address. */
function findInSender(
  texts: readonly string[],
  message: JudgedMessage,
  isDotted: boolean,
  isDisposable: boolean,
): Finding[] {
  const { name, email, filledInMs, challenge } = message;
  // Bots make up names such as "Robertsab" together with an address that no one reads.
  const handlePoints = isDisposable ? 2 : 1;
  return [
    ["echo", isEcho(texts, message) && 2, "Only the name or address, repeated"],
    [
      "handle",
      isHandle(name, email) && handlePoints,
      "A name of one word, the same as in the address",
    ],
    ["disposable", isDisposable, "A disposable address"],
    ["dotted", isDotted, "Many dots in a Gmail address"],
    ["fast", filledInMs !== null && filledInMs < FAST_MS, "Filled in within two seconds"],
    ["challenge", challenge === "failed", "The check for bots wasn’t passed"],
    ["challenge", challenge === "passed" && -1, "The check for bots was passed"],
  ];
}

/** Finds properties that are unusual for the form or the workspace. */
function findUnusual(
  { links, scripts, digest }: Traits,
  form: FormPast,
  workspace: WorkspacePast,
): Finding[] {
  const hasPast = form.count >= MIN_PAST;
  const newScript = scripts.find((script) => !form.scripts.has(script));
  const same = digest === null ? NOTHING_SAME : workspace.countSame(digest);
  const isBurst = same.elsewhere + 1 >= BURST_ELSEWHERE || same.here + 1 >= BURST_HERE;
  const isLinked = form.count > 0 && links > (hasPast ? form.usualLinks : 0);
  return [
    ["burst", isBurst && 2, "The same text was sent several times"],
    ["links", isLinked, "More links than this form’s messages have"],
    [
      "script",
      hasPast && newScript !== undefined,
      `Written in ${newScript} letters, unlike this form’s messages`,
    ],
  ];
}

const NO_LINKS = { findings: [] as Finding[], count: 0 };

/** Finds signs in links: where they lead, and how they're written. */
function findInLinks(texts: readonly string[], all: string, domain: string) {
  const isMarkedUp = texts.some(hasMarkup);
  const links = findLinks(texts);
  const { host, promo, sites } = judgeLinks(all, links, domain, isMarkedUp);
  const findings: Finding[] = [
    ["markup", isMarkedUp && 2, "Code for links in a plain field"],
    ["host", host, "A link to a messenger, a shortener, or a kind of site that’s mostly spam"],
    ["promo", promo, "A link to the sender’s own page, with prices, percentages, or a deadline"],
    ["sites", sites, "Links to three sites or more"],
  ];
  // Someone asking about their own page may paste a link's code. That counts as one sign, not two.
  return { findings, count: Math.max(0, links.length - (isMarkedUp ? PASTED_LINKS : 0)) };
}

/**
 * Returns the signs of spam in a message, strongest first, and what to remember of it. Pure, and checks only the
 * first 8,000 characters.
 *
 * @param form - what its messages were like before this one
 * @param workspace - what it remembers of earlier messages
 */
export function judge(
  message: JudgedMessage,
  form: FormPast,
  workspace: WorkspacePast,
): { signals: Signal[]; traits: Traits } {
  const texts = textsOf(message.fields);
  const all = texts.join("\n");
  const [local = "", domain = ""] = message.email ? domainOf(message.email) : [];
  const isDotted = GMAIL.has(domain) && countDots(local) >= MIN_DOTS;
  const mayLink = texts.some((text) => text !== message.email && mayHaveLink(text));
  const ofLinks = mayLink ? findInLinks(texts, all, domain) : NO_LINKS;
  const traits = { links: ofLinks.count, scripts: scriptsOf(all), digest: digestOf(message) };
  const findings = [
    ...findInText(texts, all, isDotted),
    ...ofLinks.findings,
    ...findUnusual(traits, form, workspace),
    ...findInSender(texts, message, isDotted, workspace.isDisposable(domain)),
  ];
  const signals = findings
    .filter(([, points]) => Number(points) !== 0)
    .map(([code, points, text]) => ({ code, points: Number(points), text }))
    .sort((one, two) => two.points - one.points);
  return { signals, traits };
}
