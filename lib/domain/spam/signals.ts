/** The signals for or against spam. Each is counted once per message. */
export const SIGNAL_CODES = [
  "gibberish",
  "probe",
  "burst",
  "markup",
  "echo",
  "disguise",
  "host",
  "promo",
  "sites",
  "links",
  "script",
  "handle",
  "disposable",
  "dotted",
  "fast",
  "challenge",
  "words",
  "model",
] as const;
export type SignalCode = (typeof SIGNAL_CODES)[number];

/** One signal of a message. `points` is negative for a sign that it's genuine. */
export type Signal = { code: SignalCode; points: number; text: string };

/** From these points on, a message is marked, or moved to spam if the form's filter does that. */
export const SUSPECTED_POINTS = 2;
export const MOVED_POINTS = 3;

/**
 * Describes the signals of spam as the end of a sentence: "random letters in two fields or more and many dots".
 */
export function describeSignals(signals: readonly Signal[]): string {
  const texts = signals.flatMap(({ points, text }) =>
    points > 0 ? [`${text.charAt(0).toLowerCase()}${text.slice(1)}`] : [],
  );
  return new Intl.ListFormat("en", { type: "conjunction" }).format(texts);
}

/** Signals that many good messages have too: together they count as much as one of them. */
const WEAK: ReadonlySet<SignalCode> = new Set(["disposable", "dotted", "fast", "challenge"]);
const MAX_WEAK_POINTS = 1;

/** Adds up the points of all signals. A passed challenge can't make the sum negative. */
export function pointsOf(signals: readonly Signal[]): number {
  let [strong, weak] = [0, 0];
  for (const { code, points } of signals) {
    if (WEAK.has(code) && points > 0) weak += points;
    else strong += points;
  }
  return Math.max(0, strong + Math.min(weak, MAX_WEAK_POINTS));
}

export const isSuspected = (signals: readonly Signal[]) => pointsOf(signals) >= SUSPECTED_POINTS;
export const isMovable = (signals: readonly Signal[]) => pointsOf(signals) >= MOVED_POINTS;
