import type { WideProfile } from "#lib/entry/intake/encoding-profiles";

const COST = { kana: 0.1, narrowKana: 0.3, frequent: 0.4, other: 1 };

const PUNCTUATION_OR_KANA = /[\u3000-\u3029\uff01-\uff60·—…“”\u3041-\u30ff]/u;
const NARROW_KANA = /[\uff61-\uff9f]/u;

const frequentSets = new Map<string, ReadonlySet<string>>();

/** Returns the characters of an encoding between two lead bytes. */
function frequentCharacters({ encoding, first, last }: WideProfile["frequent"]) {
  const known = frequentSets.get(encoding);
  if (known) return known;
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead += 1)
    for (let trail = encoding === "big5" ? 0x40 : 0xa1; trail <= 0xfe; trail += 1)
      if (trail < 0x7f || trail > 0xa0) bytes.push(lead, trail);
  const characters = new Set(new TextDecoder(encoding).decode(new Uint8Array(bytes)));
  frequentSets.set(encoding, characters);
  return characters;
}

/** Returns the cost of a character in East Asian languages: the rarer, the higher. */
export function wideLetterCosts({ common, frequent }: WideProfile): (character: string) => number {
  const known = frequentCharacters(frequent);
  const first = new Set(common);
  return (character) => {
    if (first.has(character)) return 0;
    if (PUNCTUATION_OR_KANA.test(character)) return COST.kana;
    if (NARROW_KANA.test(character)) return COST.narrowKana;
    return known.has(character) ? COST.frequent : COST.other;
  };
}
