/** Something that can be found by its name, or by `words` that it is called as well. */
export type Findable = { label: string; words?: readonly string[] };

/** A text as it is compared: in any case, with or without accents. By upper case, where ı is an I. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** What was prepared once is compared with every key. */
export type Entry<T> = { item: T; name: string; nameWords: string[]; otherWords: string[] };

export function toEntry<T extends Findable>(item: T): Entry<T> {
  const name = fold(item.label);
  const otherWords = (item.words ?? []).flatMap((word) => wordsOf(fold(word)));
  return { item, name, nameWords: wordsOf(name), otherWords };
}

const STARTS_SO = 4;
const HAS_THE_WORDS = 3;
const IS_CALLED_SO = 2;
const CONTAINS_IT = 1;

/** How well a folded name is meant by what was typed; 0: not at all. Every word has to be found. */
function scoreOf({ name, nameWords, otherWords }: Entry<unknown>, typed: string): number {
  if (name.startsWith(typed)) return STARTS_SO;
  const scores = typed.split(/\s+/).map((word) => {
    if (nameWords.some((one) => one.startsWith(word))) return HAS_THE_WORDS;
    if (otherWords.some((one) => one.startsWith(word))) return IS_CALLED_SO;
    return name.includes(word) ? CONTAINS_IT : 0;
  });
  return Math.min(...scores);
}

export type Matches<T> = { best: number; items: T[] };

/** What is meant, best first; all in their order while nothing was typed. */
export function findMatches<T>(
  entries: readonly Entry<T>[],
  search: string,
  max: number,
): Matches<T> {
  const typed = fold(search.trim());
  if (typed === "") return { best: 0, items: entries.slice(0, max).map(({ item }) => item) };
  const scored = entries
    .map((entry) => ({ item: entry.item, score: scoreOf(entry, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return { best: scored[0]?.score ?? 0, items: scored.slice(0, max).map(({ item }) => item) };
}
