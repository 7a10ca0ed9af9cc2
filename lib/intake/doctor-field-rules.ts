import { INERT_NAMES, REDIRECT_NAMES } from "#lib/core/control-fields";
import type { FormCondition } from "#lib/intake/form-condition";
import { toRedirectUrl } from "#lib/intake/requested-redirect";
import type { Finding } from "#lib/intake/schema";
import { toLine } from "#lib/notifications/message-text";

const quoted = (name: string) => `“${name}”`;

function redirectProblem(
  { name, value }: FormCondition["recent"]["asked"][number],
  { allowedOrigins, redirectUrl }: FormCondition["settings"],
): Finding | null {
  const head = { id: "redirect_ignored", severity: "note" } as const;
  // The site of the page that sent it isn't known any more. A path on any allowed one is fine.
  const url = toRedirectUrl(value, allowedOrigins[0] ?? null);
  if (url && allowedOrigins.includes(url.origin)) return null;
  const shown = redirectUrl === "" ? "our thank-you page" : "the thank-you page from the settings";
  const isPath = value.startsWith("/") && !value.startsWith("//");
  if (!url && !isPath)
    return {
      ...head,
      section: "website",
      what: `Your form sends ${quoted(name)} with “${toLine(value, 100)}”, which isn’t a full HTTPS address. Visitors see ${shown} instead.`,
      fix: "Use a full address, like https://www.example.com/thanks.",
    };
  const site = url ? url.origin : "a page of your website";
  const what = `Your form’s ${quoted(name)} asks to redirect to ${site}, which isn’t an allowed origin. Visitors see ${shown} instead.`;
  if (allowedOrigins.length > 0)
    return {
      ...head,
      section: "spam_protection",
      what,
      fix: `Add ${site} to the allowed origins if it’s your website.`,
    };
  return {
    ...head,
    section: "settings",
    what,
    fix: "Set the thank-you page in the form’s settings, or list your website in the allowed origins.",
  };
}

/** Maximum number of redirects listed. */
const MAX_REDIRECTS = 5;

type Inert = { isMeant: (value: string) => boolean; fix: string };

const INERT: Readonly<Record<(typeof INERT_NAMES)[number], Inert>> = {
  redirect: {
    isMeant: (value) => /^(https?:|\/)/i.test(value),
    fix: "Rename it to “_next”, or set the thank-you page in the form’s settings.",
  },
  _cc: {
    isMeant: (value) => value.includes("@"),
    fix: "Add the address to the form’s recipients instead.",
  },
};

/** Checks fields that ask the service for something, and those without any effect. */
export function* fieldRules({ recent, settings }: FormCondition): Generator<Finding> {
  const { asked, unused } = recent;
  if (unused.length > 0)
    yield {
      id: "unused_fields",
      severity: "note",
      section: "website",
      what: `Your form sends ${unused.map(quoted).join(", ")}, which ${unused.length === 1 ? "has no effect here and isn’t" : "have no effect here and aren’t"} stored.`,
      fix: "You don’t have to do anything. Remove it from your page if you like.",
    };
  const redirects = asked.filter(({ name }) => REDIRECT_NAMES.includes(name));
  const problems = redirects.flatMap((one) => redirectProblem(one, settings) ?? []);
  const distinct = new Map(problems.map((problem) => [problem.what, problem]));
  yield* [...distinct.values()].slice(0, MAX_REDIRECTS);
  for (const name of INERT_NAMES) {
    const { isMeant, fix } = INERT[name];
    if (!asked.some((one) => one.name === name && isMeant(one.value))) continue;
    const what = `Your form sends ${quoted(name)}, which is stored like any field but has no other effect here.`;
    yield { id: "inert_field", severity: "note", section: "settings", what, fix };
  }
}
