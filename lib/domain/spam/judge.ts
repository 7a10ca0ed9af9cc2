import { entriesOf, hasContent } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { isSenderName } from "#lib/core/fields/sender";
import { sha256 } from "#lib/core/secrets";
import { foldCase } from "#lib/core/text";
import {
  countLinks,
  hasMarkup,
  hasProbe,
  type Script,
  scriptsOf,
} from "#lib/domain/spam/content-signs";
import { areRandom } from "#lib/domain/spam/random-letters";
import type { Signal } from "#lib/domain/spam/signals";

/** A message, as far as it's judged. */
export type JudgedMessage = {
  fields: FieldPairs;
  /** Names of the fields whose values are selected, not written. */
  chosen: ReadonlySet<string>;
  /** The sender, as the fields tell. */
  name: string | null;
  email: string | null;
  /** The time from the first input to sending, as our own script reports it; null if it isn't known. */
  filledInMs: number | null;
  /** The outcome of our own challenge; null if none was asked for. */
  challenge: "passed" | "failed" | null;
};

/** What is remembered of a message, to judge later ones. */
export type Traits = {
  links: number;
  scripts: readonly Script[];
  /** Identifies what was written in the message, folded; null if that's too short to tell messages apart. */
  digest: string | null;
};

/** What the form's last 200 messages were like. */
export type FormPast = {
  count: number;
  /** 99 % of them have at most so many links. */
  usualLinks: number;
  scripts: ReadonlySet<Script>;
};

/** What the workspace remembers of the last day, and of what people decided. */
export type WorkspacePast = {
  /** Earlier messages with the same digest: to other forms within ten minutes, and to this one within a day. */
  countSame: (digest: string) => { elsewhere: number; here: number };
  isDisposable: (domain: string) => boolean;
};

/** The text that is looked at: patterns take time in proportion to it. */
const MAX_VALUE_CHARACTERS = 2_000;
const MAX_CHARACTERS = 8_000;
/** The first messages of a form say too little about what is usual there. */
const MIN_PAST = 50;
const FAST_MS = 2_000;
const MIN_DOTS = 4;
const GMAIL = new Set(["gmail.com", "googlemail.com"]);
const PASTED_LINKS = 2;
/** This message is one of them. */
const BURST_ELSEWHERE = 2;
const BURST_HERE = 3;
const NOTHING_SAME = { elsewhere: 0, here: 0 };

/** The values that have content, as far as they're looked at. */
function textsOf(fields: FieldPairs): string[] {
  let left = MAX_CHARACTERS;
  const texts: string[] = [];
  for (const [, value] of fields)
    for (const entry of entriesOf(value)) {
      if (left <= 0) return texts;
      const text = entry.slice(0, Math.min(MAX_VALUE_CHARACTERS, left));
      left -= text.length;
      if (hasContent(text)) texts.push(text);
    }
  return texts;
}

/** Returns whether nothing but the sender's name or address was written. */
function isEcho(texts: readonly string[], { name, email }: JudgedMessage): boolean {
  const own = [name, email].flatMap((text) => (text ? [foldCase(text.trim())] : []));
  const values = texts.map((text) => foldCase(text.trim()));
  const isOwn = (value: string) => own.includes(value);
  return values.every(isOwn) && values.length > own.length;
}

/** Consent to terms is often a long value that every message has. */
const CONSENT =
  /consent|privacy|gdpr|dsgvo|rgpd|datenschutz|terms|agree|accept|zustimm|einwillig|confiden|privacidad/i;
/** Shorter texts are the same by chance. */
const MIN_SAME_CHARACTERS = 40;

/** Identifies what was written, no matter under which name and address. */
function digestOf({ fields, chosen }: JudgedMessage): string | null {
  const isWritten = (name: string) =>
    !(chosen.has(name) || CONSENT.test(name) || isSenderName(name));
  const written = fields.flatMap(([name, value]) => (isWritten(name) ? entriesOf(value) : []));
  const text = written.join(" ").slice(0, MAX_CHARACTERS);
  if (text.length < MIN_SAME_CHARACTERS) return null;
  const folded = foldCase(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (folded.length < MIN_SAME_CHARACTERS) return null;
  return Buffer.from(sha256(folded)).toString("base64url").slice(0, 12);
}

function domainOf(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), foldCase(email.slice(at + 1))];
}

function countDots(text: string): number {
  return text.split(".").length - 1;
}

/**
 * What speaks for spam in a message, strongest first, and what to remember of it. Pure, and looks at no more than the
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
  const hasPast = form.count >= MIN_PAST;
  const isMarkedUp = texts.some(hasMarkup);
  // Someone who asks about their own page may paste a link's code: that's one sign, not two.
  const links = countLinks(all) - (isMarkedUp ? PASTED_LINKS : 0);
  const scripts = scriptsOf(all);
  const newScript = scripts.find((script) => !form.scripts.has(script));
  const digest = digestOf(message);
  const same = digest === null ? NOTHING_SAME : workspace.countSame(digest);
  const found: (Signal | false | undefined)[] = [
    areRandom(texts) && {
      code: "gibberish",
      points: 3,
      text: "Random letters in two fields or more",
    },
    texts.some(hasProbe) && { code: "probe", points: 3, text: "A vulnerability scanner’s input" },
    (same.elsewhere + 1 >= BURST_ELSEWHERE || same.here + 1 >= BURST_HERE) && {
      code: "burst",
      points: 2,
      text: "The same text was sent several times",
    },
    isMarkedUp && { code: "markup", points: 2, text: "Code for links in a plain field" },
    isEcho(texts, message) && {
      code: "echo",
      points: 2,
      text: "Only the name or address, repeated",
    },
    links > (hasPast ? form.usualLinks : 0) &&
      form.count > 0 && {
        code: "links",
        points: 1,
        text: "More links than this form’s messages have",
      },
    hasPast &&
      newScript && {
        code: "script",
        points: 1,
        text: `Written in ${newScript} letters, unlike this form’s messages`,
      },
    workspace.isDisposable(domain) && {
      code: "disposable",
      points: 1,
      text: "A disposable address",
    },
    GMAIL.has(domain) &&
      countDots(local) >= MIN_DOTS && {
        code: "dotted",
        points: 1,
        text: "Many dots in a Gmail address",
      },
    message.filledInMs !== null &&
      message.filledInMs < FAST_MS && {
        code: "fast",
        points: 1,
        text: "Filled in within two seconds",
      },
    message.challenge === "failed" && {
      code: "challenge",
      points: 1,
      text: "The check for bots wasn’t passed",
    },
    message.challenge === "passed" && {
      code: "challenge",
      points: -1,
      text: "The check for bots was passed",
    },
  ];
  const signals = found
    .filter((signal): signal is Signal => Boolean(signal))
    .sort((one, two) => two.points - one.points);
  return { signals, traits: { links, scripts, digest } };
}
