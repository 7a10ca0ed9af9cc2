import { entriesOf, hasContent } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
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
  /** The sender, as the fields tell. */
  name: string | null;
  email: string | null;
  /** The time from the first input to sending, as our own script reports it; null if it isn't known. */
  filledInMs: number | null;
  /** The outcome of our own challenge; null if none was asked for. */
  challenge: "passed" | "failed" | null;
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
  /** Earlier messages with the same text, folded: to other forms within ten minutes, and to this one within a day. */
  sameElsewhere: number;
  sameHere: number;
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

function domainOf(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), foldCase(email.slice(at + 1))];
}

function countDots(text: string): number {
  return text.split(".").length - 1;
}

/**
 * What speaks for spam in a message, strongest first. Pure, and looks at no more than the first 8,000 characters.
 *
 * @param form - what its messages were like before this one
 * @param workspace - what it remembers of earlier messages
 */
export function judge(message: JudgedMessage, form: FormPast, workspace: WorkspacePast): Signal[] {
  const texts = textsOf(message.fields);
  const all = texts.join("\n");
  const [local = "", domain = ""] = message.email ? domainOf(message.email) : [];
  const hasPast = form.count >= MIN_PAST;
  const isMarkedUp = texts.some(hasMarkup);
  // Someone who asks about their own page may paste a link's code: that's one sign, not two.
  const links = countLinks(all) - (isMarkedUp ? PASTED_LINKS : 0);
  const newScript = scriptsOf(all).find((script) => !form.scripts.has(script));
  const found: (Signal | false | undefined)[] = [
    areRandom(texts) && {
      code: "gibberish",
      points: 3,
      text: "Random letters in two fields or more",
    },
    texts.some(hasProbe) && { code: "probe", points: 3, text: "A vulnerability scanner’s input" },
    (workspace.sameElsewhere + 1 >= BURST_ELSEWHERE || workspace.sameHere + 1 >= BURST_HERE) && {
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
  return found
    .filter((signal): signal is Signal => Boolean(signal))
    .sort((one, two) => two.points - one.points);
}
