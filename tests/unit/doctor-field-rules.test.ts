import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#lib/forms/schema";
import { examine } from "#lib/intake/diagnose-form";
import type { FormCondition } from "#lib/intake/form-condition";
import { ConnectTurnstileInput } from "#lib/turnstile/schema";
import { WELL } from "#tests/support/factories/form-condition";

function asked(name: string, value: string): Partial<FormCondition> {
  return { recent: { ...WELL.recent, asked: [{ name, value }] } };
}
const REDIRECT = "note redirect_ignored";

const ALLOWED = { ...DEFAULT_SETTINGS, allowedOrigins: ["https://www.acme.com", WELL.ownOrigin] };

test.each<[string, Partial<FormCondition>, ...string[]]>([
  [
    "fields without effect",
    { recent: { ...WELL.recent, unused: ["_captcha", "form-name"] } },
    "note unused_fields",
  ],
  [
    "a redirect to an origin that isn't allowed",
    asked("_next", "https://acme.com/thanks"),
    REDIRECT,
  ],
  ["a redirect to a path if no origin is listed", asked("_redirect", "/thanks"), REDIRECT],
  ["a redirect that isn't an address", asked("_next", "thanks.html"), REDIRECT],
  ["a redirect without HTTPS", asked("_next", "http://www.acme.com/"), REDIRECT],
  [
    "one origin that isn't allowed, with different pages",
    {
      recent: {
        ...WELL.recent,
        asked: [1, 2, 3].map((n) => ({ name: "_next", value: `https://acme.com/${n}` })),
      },
    },
    REDIRECT,
  ],
  [
    "nothing wrong with redirects within the allowed origins",
    {
      settings: ALLOWED,
      recent: {
        ...WELL.recent,
        asked: ["https://www.acme.com/thanks", "//www.acme.com", "/thanks"].map((value) => ({
          name: "_next",
          value,
        })),
      },
    },
  ],
  [
    "a redirect field that has no effect",
    asked("redirect", "https://acme.com"),
    "note inert_field",
  ],
  ["nothing wrong with another field named redirect", asked("redirect", "yes")],
  ["an address to copy", asked("_cc", "boss@acme.com"), "note inert_field"],
])("the form doctor finds %s in the form's submissions", (_, change, ...ids) => {
  const findings = examine({ ...WELL, ...change });
  expect(findings.map(({ severity, id }) => `${severity} ${id}`)).toEqual(ids);
});

const WIDGET = { enabled: true, observed: null, isVerified: true, hostnames: ["other.acme.com"] };

test.each([
  "http://localhost:3000",
  "http://shop.localhost",
  "http://192.168.1.20:8080",
  "http://[::1]:3000",
  "http://intranet",
  "https://shop.test",
  "https://www.acme.com",
])(
  "the form doctor recommends the hostname of %s for the widget only if the field accepts it",
  (origin) => {
    const { hostname } = new URL(origin);
    const isAccepted = ConnectTurnstileInput.shape.hostnames.safeParse([hostname]).success;
    for (const ownOrigin of [origin, WELL.ownOrigin]) {
      const settings = { ...DEFAULT_SETTINGS, allowedOrigins: [origin] };
      const form = { ...WELL, ownOrigin, settings };
      const fixes = examine({ ...form, widget: WIDGET })
        .filter(({ id }) => /^widget_(hostname_missing|not_on_hosted_form)$/.test(id))
        .map(({ fix }) => fix);
      expect(fixes).toHaveLength(1);
      expect(fixes[0]?.includes(`dd ${hostname} to the hostnames`)).toBe(isAccepted);
    }
  },
);
