/**
 * Payloads of vulnerability scanners, which no person types into a form. Each pattern runs in linear time.
 */
const PROBES: readonly RegExp[] = [
  // SQL
  /['")]\s{0,4}(?:or|and)\s{1,4}['"(]{0,2}\w{1,12}['")]{0,2}\s{0,4}[=<>]/i,
  /\bxor\s{0,2}\(\s{0,2}(?:if|select)\b/i,
  /\bunion\s{1,4}(?:all\s{1,4})?select\b/i,
  /\b(?:pg_sleep|sleep|benchmark|randomblob)\s{0,2}\(\s{0,2}\d/i,
  /\bwaitfor\s{1,4}delay\b|\bxp_cmdshell\b|\bdbms_(?:pipe|ldap|lock)\b/i,
  /;\s{0,4}(?:drop|alter|truncate)\s{1,4}table\b/i,
  // Scripts
  /<(?:script|svg|img|iframe|body|details|input)\b[^>]{0,200}?(?:\bon\w{3,20}\s{0,4}=|>\s{0,4}(?:alert|prompt|confirm)\s{0,4}[(`])/i,
  /javascript:\s{0,4}(?:alert|prompt|confirm|eval)/i,
  // Templates and lookups
  /\$\{\s{0,4}(?:jndi|env|lower|upper|sys|::-|\d{1,8}\s{0,4}\*\s{0,4}\d)/i,
  /(?:\{\{|<%=|#\{|\$\{\{|@\()\s{0,4}\d{1,8}\s{0,4}\*\s{0,4}\d/,
  /\{\{\s{0,4}(?:config|constructor|self|request|''\.__class__)/i,
  /<!--#(?:exec|include|echo)\b|<!ENTITY\s{1,4}\w{1,20}\s{1,4}SYSTEM\b/i,
  /__(?:class|globals|import|proto)__/,
  // Paths and commands
  /(?:\.\.(?:[\\/]|%2f|%5c)){2,}/i,
  /\/etc\/(?:passwd|shadow|hosts)\b|\bwin\.ini\b|\bboot\.ini\b|windows[\\/]system\.ini\b|\bWEB-INF\b/i,
  /[;|&`]\s{0,4}(?:nslookup|ping\s{1,4}-[cn]|curl|wget|cat|id|whoami|sleep)\s{1,4}\S|\$\((?:nslookup|curl|wget|id|whoami|sleep)\b/i,
  /\*\)\((?:uid|cn|&|\||objectclass)|\b169\.254\.169\.254\/latest\b/i,
  /%0d%0a|\r\n?(?:set-cookie|location|bcc|cc):/i,
  // Marks of known scanners, and hosts that only they use
  /\bpHqghUme\b|\b(?:testing|foo-bar)@example\.com\b|\bsample@email\.tst\b|\bacunetix\b|\bnetsparker\b|\bnuclei\b\s{0,4}-/i,
  /\b(?:oast\.(?:fun|me|pro|live|site|online)|interact\.sh|burpcollaborator\.net|oastify\.com|bxss\.me|xss\.ht)\b/i,
  /\bphpinfo\s{0,4}\(\s{0,4}\)|\bprint\s{0,4}\(\s{0,4}md5\s{0,4}\(|\bresponse\.write\s{0,4}\(/i,
];

/**
 * A character or word that every payload contains. Most messages have none, so this check is all
 * they cost.
 */
const PROBE_SIGN =
  /[<{$;|`%\\]|\.\.\/|['")]\s{0,4}(?:or|and)\s|select|sleep|xor|delay|__|etc\/|\.ini|WEB-INF|javascript:|hghUme|testing@|foo-bar@|@email\.tst|\*\)\(|169\.254|netix|parker|nuclei|oast|interact\.sh|burp|bxss|xss\.ht|phpinfo|md5|response\.|[\r\n](?:set-cookie|location|bcc|cc):/i;

export const hasProbe = (text: string) =>
  PROBE_SIGN.test(text) && PROBES.some((probe) => probe.test(text));

/** Links in the markup of forums and pages, which a plain field shows literally. */
const MARKUP = /\[(?:url|link)\s{0,4}[=\]]|<a\s[^<>]{0,200}?\bhref\s{0,4}=/i;

export const hasMarkup = (text: string) => MARKUP.test(text);

/**
 * The scripts to distinguish. Japanese and Korean mix theirs with Han, which is counted separately
 * from both.
 */
const SCRIPTS = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Han: /\p{Script=Han}/gu,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Thai: /\p{Script=Thai}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
} as const;
export type Script = keyof typeof SCRIPTS;
export const SCRIPT_NAMES = Object.keys(SCRIPTS) as Script[];

const BEYOND_ASCII = /[\u00ad\u0370-\uffff]/;
const BEYOND_LATIN = /[\u0370-\u1dff\u2c00-\uffff]/;
const LATIN_LETTERS = /(?:[A-Za-z\u00c0-\u024f][^A-Za-z\u00c0-\u024f]*){5}/;
/** A few letters of another script may be a name or a unit. */
const MIN_LETTERS = 5;

/** @param letter - a global expression. Counting all letters of a long text would take much longer. */
function hasEnough(text: string, letter: RegExp): boolean {
  letter.lastIndex = 0;
  for (let found = 0; found < MIN_LETTERS; found += 1) if (!letter.test(text)) return false;
  return true;
}

/** Returns the scripts that a message is written in. */
export function scriptsOf(text: string): Script[] {
  // Most messages have one script, which is faster to detect than to count.
  if (!BEYOND_LATIN.test(text)) return LATIN_LETTERS.test(text) ? ["Latin"] : [];
  const known = Object.entries(SCRIPTS) as [Script, RegExp][];
  return known.flatMap(([script, letter]) => (hasEnough(text, letter) ? [script] : []));
}

/**
 * Matches words with lookalike letters of another script, which hide words from filters: "сasinо" with
 * Cyrillic letters.
 */
const MIXED_WORD =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]\p{L}|\p{L}[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/gu;
const HIDDEN = /\p{L}[\u200b\u2060\ufeff\u00ad]\p{L}/gu;
/** A single one may be a typo, or pasted. */
const MIN_DISGUISED = 3;
/** Someone who disguises words disguises the first ones, so the rest isn't checked. */
const MAX_DISGUISED_CHARACTERS = 2_000;

/** Returns whether words have letters of two scripts, or invisible characters in them. */
export function isDisguised(message: string): boolean {
  const text = message.slice(0, MAX_DISGUISED_CHARACTERS);
  if (!BEYOND_ASCII.test(text)) return false;
  const count = (text.match(MIXED_WORD)?.length ?? 0) + (text.match(HIDDEN)?.length ?? 0);
  return count >= MIN_DISGUISED;
}
