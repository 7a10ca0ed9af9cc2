/** Frequent words of messages to websites, the most frequent first. */
const ENGLISH =
  "the to and of a in is for you that it with on have be this are we your not can as would please my from thank order about me if but at or will an our when do has i am hello what help need know like more time there was get just could one by some how website email delivery information contact interested service price question project team week product account number".split(
    " ",
  );
const SYLLABLES = {
  latin:
    "ba be bi co da de di el en er es fa fi ga ge ha he in ir ka ko la le li lo ma me mi na ne ni no on or pa pe po ra re ri ro sa se si so ta te ti to tu un ur va ve vi wa we za tion ment ing ough ist str pr th sh ch qu ex".split(
      " ",
    ),
  cyrillic:
    "ба ве го де жи за и ка ла ма не по ра со та у фо ха це чи ша ью я пр ст ть ние ого ени ска".split(
      " ",
    ),
  greek: "α βε γι δο ε ζη θα κα λο μα νι ξε ο πα ρη σα το υπ φι χο ως ικ ατι ειν".split(" "),
};
type Script = keyof typeof SYLLABLES;
const SCRIPTS: readonly [Script, number][] = [
  ["latin", 60_000],
  ["cyrillic", 30_000],
  ["greek", 20_000],
];
/** Every third ideograph. */
const IDEOGRAPHS = { first: 0x4e00, step: 3, count: 6_000 };

/** Words with a known number of occurrences. */
export const PLANTED = {
  /** In three submissions. */
  rare: "quittenbrot §4 梅雨",
  /** In one of 1,000 submissions. */
  perThousand: "mirabelle",
  /** In every tenth submission of the older half. */
  longAgo: "reineclaude",
};

/** A seeded random number generator (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function makeWords(script: Script, count: number): string[] {
  const random = randomOf(count);
  const words = new Set(script === "latin" ? ENGLISH : []);
  while (words.size < count) {
    const length = 1 + Math.floor(random() * 4) + (words.size > 500 ? 1 : 0);
    words.add(Array.from({ length }, () => pick(SYLLABLES[script], random())).join(""));
  }
  return [...words];
}

function pick<T>(list: readonly T[], random: number): T {
  const picked = list[Math.floor(random * list.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}

/** As in real texts, the word of rank n occurs about 1/n as often as the first (Zipf). */
function pickByRank<T>(list: readonly T[], random: number): T {
  return pick(list, (list.length ** random - 1) / list.length);
}

const WORDS = Object.fromEntries(
  SCRIPTS.map(([script, count]) => [script, makeWords(script, count)]),
) as Record<Script, string[]>;

function makeText(random: () => number): string {
  const length = 8 + Math.floor(random() * random() * 90);
  const kind = random();
  const words = (script: Script) =>
    Array.from({ length }, () => pickByRank(WORDS[script], random())).join(" ");
  if (kind < 0.72) return `${words("latin")}${random() < 0.3 ? "!" : "."}`;
  if (kind < 0.82) return words("cyrillic");
  if (kind < 0.86) return words("greek");
  return Array.from({ length: 2 * length }, () => {
    const rank = Math.floor(IDEOGRAPHS.count ** random());
    return random() < 0.08 ? "。" : String.fromCodePoint(IDEOGRAPHS.first + rank * IDEOGRAPHS.step);
  }).join("");
}

/** The planted words of the nth submission. */
function plantedIn(n: number, total: number): string {
  const isRare = [0.1, 0.5, 0.9].some((share) => n === Math.floor(total * share));
  return [
    isRare ? ` ${PLANTED.rare}` : "",
    n % 1_000 === 500 ? ` ${PLANTED.perThousand}` : "",
    n < total / 2 && n % 10 === 3 ? ` ${PLANTED.longAgo}` : "",
  ].join("");
}

/** The fields of the nth submission, about 240 characters. Always the same for the same arguments. */
export function makeFields(n: number, total: number): [string, string][] {
  const random = randomOf(n * 7919 + 13);
  const text = makeText(random) + plantedIn(n, total);
  const name = `${pickByRank(WORDS.latin, random())} ${pick(WORDS.latin, random())}`;
  return [
    ["name", name],
    ["email", `${name.replace(" ", ".")}${Math.floor(random() * 100)}@example.com`],
    ["message", text],
    ["order", `A-${Math.floor(random() * 10_000_000)}`],
  ];
}
