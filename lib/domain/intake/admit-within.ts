import type { SubmissionDraft } from "#lib/domain/intake/draft-submission";

/** A submission to a form that has room for so many. */
export type LimitedDraft = { draft: SubmissionDraft; maxSubmissions: number };

/**
 * Decides which submissions there is room for, in order. Spam uses no room. Pure.
 *
 * @param taken - the messages that take up room now, by form; a form that isn't there takes nothing more
 */
export function admitWithin(
  items: readonly {
    draft: Pick<SubmissionDraft, "form_id" | "spam_reason">;
    maxSubmissions: number;
  }[],
  taken: ReadonlyMap<string, number>,
): boolean[] {
  const counts = new Map(taken);
  return items.map(({ draft: { form_id, spam_reason }, maxSubmissions }) => {
    if (spam_reason !== null) return true;
    const count = counts.get(form_id) ?? Number.POSITIVE_INFINITY;
    if (count >= maxSubmissions) return false;
    counts.set(form_id, count + 1);
    return true;
  });
}
