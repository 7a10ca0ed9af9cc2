import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findSender } from "#lib/core/fields/sender";
import { scriptsOf } from "#lib/domain/spam/content-signs";
import { isDisposable } from "#lib/domain/spam/disposable";
import { type FormPast, judge, type WorkspacePast } from "#lib/domain/spam/judge";
import { isMovable, isSuspected, type Signal, type SignalCode } from "#lib/domain/spam/signals";
import { type WordCounts, type WordModel, wordsOf, wordsSignal } from "#lib/domain/spam/words";
import { ROOT } from "#server/start/checkout";

/**
 * `npm run bench:spam`: how much spam the rules find, and which good messages they hit, on messages that were written
 * before the rules and aren't used to tune them (`lab/spam`). Each is judged on a form whose last 200 messages have no
 * links and the script of its language.
 */
type Sample = { id: string; lang: string; kind: string; fields: Record<string, string> };

function readSamples(name: string): Sample[] {
  const text = readFileSync(join(ROOT, "lab/spam", `${name}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const WORKSPACE: WorkspacePast = { countSame: () => ({ elsewhere: 0, here: 0 }), isDisposable };
const UNKNOWN = { chosen: new Set<string>(), filledInMs: null, challenge: null };

/** The scripts of the languages that a form's visitors write in. */
function pastOf(samples: readonly Sample[], lang: string): FormPast {
  const ofLanguage = samples.filter((sample) => sample.lang === lang);
  const texts = ofLanguage.map(({ fields }) => Object.values(fields).join("\n"));
  return { count: 200, usualLinks: 0, scripts: new Set(["Latin", ...texts.flatMap(scriptsOf)]) };
}

function judgeSample({ fields }: Sample, form: FormPast) {
  const pairs = Object.entries(fields);
  const { name, email } = findSender(pairs, []);
  return judge({ fields: pairs, name, email, ...UNKNOWN }, form, WORKSPACE).signals;
}

type Row = { all: number; suspected: number; moved: number; codes: Map<SignalCode, number> };

function tabulate(title: string, samples: readonly Sample[], groupOf: (sample: Sample) => string) {
  const rows = new Map<string, Row>();
  for (const sample of samples) {
    const signals = judgeSample(sample, pastOf(good, sample.lang));
    for (const group of [groupOf(sample), "all"]) {
      const row = rows.get(group) ?? { all: 0, suspected: 0, moved: 0, codes: new Map() };
      rows.set(group, row);
      row.all += 1;
      if (isSuspected(signals)) row.suspected += 1;
      if (isMovable(signals)) row.moved += 1;
      for (const { code } of signals) row.codes.set(code, (row.codes.get(code) ?? 0) + 1);
    }
    if (title === "good" && isSuspected(signals))
      console.log(`hit: ${sample.id} ${signals.map(({ code }) => code)}`);
  }
  console.log(`\n${title}`);
  for (const [group, { all, suspected, moved, codes }] of rows)
    console.log(
      `${group}\t${all}\tsuspected ${suspected}\tmoved ${moved}\t${[...codes].map(([code, count]) => `${code} ${count}`).join(", ")}`,
    );
}

/** What a workspace has marked before it's measured. */
const LABELS = [
  { spam: 20, good: 40 },
  { spam: 60, good: 120 },
  { spam: 130, good: 170 },
];
const SEEDS = 5;

/** The same order for the same seed (mulberry32). */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
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

function learn(marked: { spam: readonly Sample[]; good: readonly Sample[] }): WordModel {
  const words = new Map<string, WordCounts>();
  for (const kind of ["spam", "good"] as const)
    for (const sample of marked[kind])
      for (const word of wordsOfSample(sample)) {
        const counts = words.get(word) ?? { spam: 0, good: 0 };
        words.set(word, { ...counts, [kind]: counts[kind] + 1 });
      }
  return { spam: marked.spam.length, good: marked.good.length, words };
}

/** Marks some messages, and judges the others by rules and words. */
function measureLearning(labels: WordCounts, seed: number) {
  const orders = { spam: shuffle(spam, seed), good: shuffle(good, seed) };
  const model = learn({
    spam: orders.spam.slice(0, labels.spam),
    good: orders.good.slice(0, labels.good),
  });
  const signalsOf = (sample: Sample): Signal[] => {
    const words = wordsSignal(wordsOfSample(sample), model);
    return [...judgeSample(sample, pastOf(good, sample.lang)), ...(words ? [words] : [])];
  };
  const shareOf = (kind: "spam" | "good", isHit: (signals: readonly Signal[]) => boolean) => {
    const rest = orders[kind].slice(labels[kind]);
    return rest.filter((sample) => isHit(signalsOf(sample))).length / rest.length;
  };
  return [
    shareOf("spam", isSuspected),
    shareOf("spam", isMovable),
    shareOf("good", isSuspected),
    shareOf("good", isMovable),
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const good = readSamples("good");
const spam = readSamples("spam");
tabulate("good", good, ({ lang }) => lang);
tabulate("spam", spam, ({ kind }) => kind);
console.log("\nrules and words: spam suspected, spam moved, good suspected, good moved");
for (const labels of LABELS)
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const shares = measureLearning(labels, seed).map(percent).join("\t");
    console.log(`after ${labels.spam} spam, ${labels.good} good, seed ${seed}\t${shares}`);
  }
