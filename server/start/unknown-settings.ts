import { SETTING_NAMES } from "#lib/core/settings/settings";

/** Prefixes of our settings that few other variables have. */
const OURS =
  /^(EMAIL|SMTP|RESEND|S3|INTAKE|UPLOAD|SIGN_UP|BRAND|TRUST|TRUSTED|OPERATOR|MONTHLY|WEBHOOK_ALLOWED|SECRET_KEYS?|CRON)_/;
/** A name this close to a setting is probably a typo; short names are close to everything. */
const MAX_EDITS = 2;
const MIN_LENGTH = 6;

/** Returns the number of characters to insert, remove, or replace (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (let at = 1; at <= b.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + Number(character !== b[at - 1]);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function findSimilar(name: string): string | undefined {
  const upper = name.toUpperCase();
  return SETTING_NAMES.filter((known) => known.length >= MIN_LENGTH).find(
    (known) => editsBetween(upper, known) <= MAX_EDITS,
  );
}

/** Returns one line for each variable that looks like one of our settings but isn't, so that a typo is noticed. */
export function describeUnknownSettings(
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(env)
    .filter((name) => !SETTING_NAMES.includes(name))
    .flatMap((name) => {
      const similar = findSimilar(name);
      if (similar) return [`${name} isn't a setting and is ignored. Did you mean ${similar}?`];
      return OURS.test(name) ? [`${name} isn't a setting and is ignored.`] : [];
    });
}
