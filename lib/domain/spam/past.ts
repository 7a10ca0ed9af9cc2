import { DAY_MS } from "#lib/core/durations";
import type { Script } from "#lib/domain/spam/content-signs";
import type { FormPast, Traits } from "#lib/domain/spam/judge";

/** How many messages of a form show what is usual there. */
export const KEPT_TRAITS = 200;
/** How many digests of a workspace are remembered, the latest ones. */
export const KEPT_DIGESTS = 500;
export const SAME_TEXT_ELSEWHERE_MS = 10 * 60_000;
export const SAME_TEXT_HERE_MS = DAY_MS;
/**
 * After how many messages the summary is updated. It hardly changes from one message to the next.
 */
const SUMMARIZED_EVERY = 16;
const USUAL_SHARE = 0.99;

/** Summarizes a form's messages: 99 % of them have at most `usualLinks`. Pure. */
export function summarize(traits: readonly Traits[]): FormPast {
  const links = traits.map((one) => one.links).sort((one, two) => one - two);
  const scripts = new Set<Script>(traits.flatMap((one) => one.scripts));
  const usualLinks = links[Math.ceil(links.length * USUAL_SHARE) - 1] ?? 0;
  return { count: traits.length, usualLinks, scripts };
}

/** A message whose digest is remembered. */
export type SeenDigest = { digest: string; formId: string; at: number };

/** The latest messages of a form, and their summary. */
export class FormMemory {
  private readonly traits: Traits[];
  private summary: FormPast;
  private added = 0;

  /** @param traits - oldest first */
  constructor(traits: readonly Traits[]) {
    this.traits = traits.slice(-KEPT_TRAITS);
    this.summary = summarize(this.traits);
  }

  get past(): FormPast {
    return this.summary;
  }

  add(traits: Traits): void {
    this.traits.push(traits);
    if (this.traits.length > KEPT_TRAITS) this.traits.shift();
    this.added += 1;
    const isYoung = this.summary.count < KEPT_TRAITS;
    if (isYoung || this.added % SUMMARIZED_EVERY === 0) this.summary = summarize(this.traits);
  }
}

/** The maximum number of messages remembered with the same digest: more add no information. */
const KEPT_SAME = 8;

/** The digests of a workspace's latest messages. */
export class DigestMemory {
  private readonly seen = new Map<string, SeenDigest[]>();

  /** @param seen - oldest first */
  constructor(seen: readonly SeenDigest[]) {
    for (const one of seen) this.add(one);
  }

  /** Counts earlier messages with a digest: to other forms within ten minutes, and to this one within a day. */
  count(digest: string, formId: string, now: number): { elsewhere: number; here: number } {
    const same = this.seen.get(digest) ?? [];
    return {
      elsewhere: same.filter(
        (one) => one.formId !== formId && one.at > now - SAME_TEXT_ELSEWHERE_MS,
      ).length,
      here: same.filter((one) => one.formId === formId && one.at > now - SAME_TEXT_HERE_MS).length,
    };
  }

  add(seen: SeenDigest): void {
    const same = [...(this.seen.get(seen.digest) ?? []), seen].slice(-KEPT_SAME);
    // Moves the digest to the end of the map, whose first entries are dropped first.
    this.seen.delete(seen.digest);
    this.seen.set(seen.digest, same);
    const oldest = this.seen.size > KEPT_DIGESTS ? this.seen.keys().next().value : undefined;
    if (oldest !== undefined) this.seen.delete(oldest);
  }

  /** Removes a message that wasn't stored. */
  remove(seen: SeenDigest): void {
    const others = this.seen.get(seen.digest)?.filter((one) => one !== seen) ?? [];
    if (others.length > 0) this.seen.set(seen.digest, others);
    else this.seen.delete(seen.digest);
  }
}
