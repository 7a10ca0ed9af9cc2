import { describe, expect, it } from "vitest";
import type { MailerAnswer } from "#lib/clients/email-response";
import {
  isRepeatUnsafe,
  isSeriesOver,
  judgeAnswer,
  SERIES_MAX_MS,
} from "#lib/notifications/delivery-rules";

const START = new Date("2026-11-21T10:00:00Z");
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const AMBIGUOUS: MailerAnswer = { kind: "ambiguous", error: "broke" };
const UNREACHABLE: MailerAnswer = { kind: "unreachable", error: "refused" };

function series(attempts: number, mayHaveArrived = false, isRepeatSafe = true) {
  return { startedAt: START, attempts, mayHaveArrived, isRepeatSafe };
}

function delayMs(answer: MailerAnswer, attempts: number): number | null {
  const { nextAttemptAt } = judgeAnswer(answer, series(attempts), START);
  return nextAttemptAt && nextAttemptAt.getTime() - START.getTime();
}

describe("judgeAnswer", () => {
  it.each([AMBIGUOUS, UNREACHABLE])(
    "repeats $kind after 30 s, 2 m, 10 m and 30 m, then ends",
    (answer) => {
      const delays = [1, 2, 3, 4, 5].map((attempts) => delayMs(answer, attempts));
      expect(delays).toEqual([30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, null]);
    },
  );

  it("ends uncertain after ambiguous ends, failed after connections that never came about", () => {
    expect(judgeAnswer(AMBIGUOUS, series(5), START).status).toBe("uncertain");
    expect(judgeAnswer(UNREACHABLE, series(5), START).status).toBe("failed");
  });

  it("ends uncertain at once where a repeat could be a second mail", () => {
    expect(judgeAnswer(AMBIGUOUS, series(1, false, false), START)).toEqual({
      attempt: { outcome: "uncertain", error: "broke" },
      status: "uncertain",
      nextAttemptAt: null,
    });
    expect(judgeAnswer(UNREACHABLE, series(1, false, false), START).status).toBe("retrying");
    expect(isRepeatUnsafe(series(1, true, false), START)).toBe(true);
    expect(isRepeatUnsafe(series(1, false, false), START)).toBe(false);
    expect(isRepeatUnsafe(series(1, true), START)).toBe(false);
  });

  it("never ends as surely failed when an earlier try may have arrived", () => {
    expect(judgeAnswer(UNREACHABLE, series(5, true), START).status).toBe("uncertain");
    const throttled: MailerAnswer = { kind: "throttled", error: "429", waitSeconds: 1 };
    const late = new Date(START.getTime() + SERIES_MAX_MS);
    expect(judgeAnswer(throttled, series(3, true), late).status).toBe("uncertain");
  });

  it("ends failed at once on a refusal", () => {
    const refused: MailerAnswer = { kind: "refused", error: "422", isAboutKey: true };
    expect(judgeAnswer(refused, series(1), START)).toEqual({
      attempt: { outcome: "failed", error: "422" },
      status: "failed",
      nextAttemptAt: null,
    });
    expect(judgeAnswer(refused, series(2, true), START).status).toBe("failed");
  });

  it("does not take a refused API key for word about earlier tries", () => {
    const refused: MailerAnswer = { kind: "refused", error: "403", isAboutKey: false };
    expect(judgeAnswer(refused, series(2, true), START).status).toBe("uncertain");
    expect(judgeAnswer(refused, series(1), START).status).toBe("failed");
  });

  it("ends uncertain at once when the provider has seen the key with other bytes", () => {
    const spent: MailerAnswer = { kind: "key_spent", error: "409" };
    expect(judgeAnswer(spent, series(1), START)).toMatchObject({
      attempt: { outcome: "uncertain" },
      status: "uncertain",
      nextAttemptAt: null,
    });
  });

  it.each([
    [7, 7],
    [0, 1],
    [null, 30],
    [86_400, 3600],
  ])("waits as told when throttled: told %s s, waits %s s", (told, waited) => {
    const answer: MailerAnswer = { kind: "throttled", error: "429", waitSeconds: told };
    const verdict = judgeAnswer(answer, series(1), START);
    expect(verdict).toEqual({
      attempt: null,
      status: "queued",
      nextAttemptAt: new Date(START.getTime() + waited * SECOND_MS),
    });
    expect(judgeAnswer(answer, series(2), START).status).toBe("retrying");
  });

  it("starts no try later than 23 hours after the first", () => {
    const endedAt = new Date(START.getTime() + SERIES_MAX_MS - 10 * SECOND_MS);
    expect(judgeAnswer(AMBIGUOUS, series(1), endedAt).status).toBe("uncertain");
    expect(isSeriesOver(START, new Date(START.getTime() + SERIES_MAX_MS))).toBe(false);
    expect(isSeriesOver(START, new Date(START.getTime() + SERIES_MAX_MS + 1))).toBe(true);
  });
});
