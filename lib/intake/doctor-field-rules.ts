import { INERT_NAMES, REDIRECT_NAMES } from "#lib/core/control-fields";
import type { DoctorRule } from "#lib/intake/form-condition";
import { toRedirectUrl } from "#lib/intake/requested-redirect";
import type { Finding } from "#lib/intake/schema";
import { toLine } from "#lib/notifications/message-text";

const quoted = (name: string) => `“${name}”`;

const unusedRule: DoctorRule = ({ recent: { unused } }) =>
  unused.length === 0
    ? []
    : [
        {
          id: "unused_fields",
          severity: "note",
          section: "website",
          what: `Your form sends ${unused.map(quoted).join(", ")}, which ${unused.length === 1 ? "has no effect here and isn’t" : "have no effect here and aren’t"} stored.`,
          fix: "You don’t have to do anything. Remove it from your page if you like.",
        },
      ];

type Asked = { name: string; value: string };

function redirectProblem(
  { name, value }: Asked,
  { allowedOrigins, redirectUrl }: Parameters<DoctorRule>[0]["settings"],
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

const redirectRule: DoctorRule = ({ recent, settings }) => {
  const asked = recent.asked.filter(({ name }) => REDIRECT_NAMES.includes(name));
  const findings = asked.flatMap((one) => redirectProblem(one, settings) ?? []);
  const distinct = new Map(findings.map((finding) => [finding.what, finding]));
  return [...distinct.values()].slice(0, MAX_REDIRECTS);
};

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

const inertRule: DoctorRule = ({ recent: { asked } }) =>
  INERT_NAMES.flatMap((name): Finding[] => {
    const { isMeant, fix } = INERT[name];
    if (!asked.some((one) => one.name === name && isMeant(one.value))) return [];
    const what = `Your form sends ${quoted(name)}, which is stored like any field but has no other effect here.`;
    return [{ id: "inert_field", severity: "note", section: "settings", what, fix }];
  });

export const fieldRules: readonly DoctorRule[] = [unusedRule, redirectRule, inertRule];
