import {
  judgeSample,
  judgeWithWords,
  learn,
  pastsOf,
  type Sample,
  type Samples,
  shuffle,
} from "#lab/spam/samples";
import { pointsOf } from "#lib/domain/spam/signals";
import { shapeWeight, wordsOf } from "#lib/domain/spam/words";

/** How many messages have been marked. */
export type Labels = { spam: number; good: number };

/** Marks some messages. Returns the others, and what judges them. */
export function learnFrom(samples: Samples, labels: Labels, seed: number) {
  const pastOf = pastsOf(samples.good);
  const orders = { spam: shuffle(samples.spam, seed), good: shuffle(samples.good, seed) };
  const model = learn({
    spam: orders.spam.slice(0, labels.spam),
    good: orders.good.slice(0, labels.good),
  });
  return {
    rest: { spam: orders.spam.slice(labels.spam), good: orders.good.slice(labels.good) },
    judge: (sample: Sample) => judgeWithWords(sample, pastOf(sample.lang), model),
    /** How much speaks for spam: points first, then what was learned. */
    rank: (sample: Sample) => {
      const words = wordsOf(Object.entries(sample.fields));
      const points = pointsOf(judgeSample(sample, pastOf(sample.lang)));
      return Math.max(points * RANK_OF_POINT, shapeWeight(words, model));
    },
  };
}

/** Where the shape of a message marks it, as points of rules do. */
const RANK_OF_POINT = 5;

/** The share of the spam above all good ones but 0.1 %, by points and by what was learned. */
export function recallAtOneOfThousand({ rest, rank }: ReturnType<typeof learnFrom>): number {
  const good = rest.good.map(rank).sort((one, two) => two - one);
  const limit = good[Math.floor(good.length / 1_000)] ?? 0;
  return rest.spam.filter((sample) => rank(sample) > limit).length / rest.spam.length;
}
