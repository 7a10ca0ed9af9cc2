import type { Script } from "#lib/domain/spam/content-signs";
import type { FormPast, Traits } from "#lib/domain/spam/judge";

/** So many messages of a form say what is usual there. */
export const KEPT_TRAITS = 200;
/** So many digests of a workspace are remembered, the latest ones. */
export const KEPT_DIGESTS = 500;
export const ELSEWHERE_MS = 10 * 60_000;
export const HERE_MS = 24 * 60 * 60_000;
/** What is usual hardly changes from one message to the next. */
const SUMMARIZED_EVERY = 16;
const USUAL_SHARE = 0.99;

/** What a form's messages were like: 99 % of them have at most `usualLinks`. Pure. */
export function summarize(traits: readonly Traits[]): FormPast {
  const links = traits.map((one) => one.links).sort((one, two) => one - two);
  const scripts = new Set<Script>(traits.flatMap((one) => one.scripts));
  const usualLinks = links[Math.ceil(links.length * USUAL_SHARE) - 1] ?? 0;
  return { count: traits.length, usualLinks, scripts };
}

/** A message whose digest is remembered. */
export type Seen = { digest: string; formId: string; at: number };

/** The latest messages of a form, and what they're like. */
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

/** So many messages with one digest are remembered: more say nothing more. */
const KEPT_SAME = 8;

/** The digests of a workspace's latest messages. */
export class DigestMemory {
  private readonly seen = new Map<string, Seen[]>();

  /** @param seen - oldest first */
  constructor(seen: readonly Seen[]) {
    for (const one of seen) this.add(one);
  }

  /** How many earlier messages have a digest: of other forms within ten minutes, and of this one within a day. */
  count(digest: string, formId: string, now: number): { elsewhere: number; here: number } {
    const same = this.seen.get(digest) ?? [];
    return {
      elsewhere: same.filter((one) => one.formId !== formId && one.at > now - ELSEWHERE_MS).length,
      here: same.filter((one) => one.formId === formId && one.at > now - HERE_MS).length,
    };
  }

  add(seen: Seen): void {
    const same = [...(this.seen.get(seen.digest) ?? []), seen].slice(-KEPT_SAME);
    // Moves it to the end of the map, whose first entries are dropped first.
    this.seen.delete(seen.digest);
    this.seen.set(seen.digest, same);
    const oldest = this.seen.size > KEPT_DIGESTS ? this.seen.keys().next().value : undefined;
    if (oldest !== undefined) this.seen.delete(oldest);
  }

  /** Forgets a message that wasn't stored. */
  remove(seen: Seen): void {
    const others = this.seen.get(seen.digest)?.filter((one) => one !== seen) ?? [];
    if (others.length > 0) this.seen.set(seen.digest, others);
    else this.seen.delete(seen.digest);
  }
}
