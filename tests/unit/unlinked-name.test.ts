import fc from "fast-check";
import { expect, test } from "vitest";
import { toUnlinkedName } from "#lib/core/unlinked";
import type { EmailData } from "#lib/domain/deliveries/email-data";
import { toNoticeHtml } from "#lib/domain/emails/html/write-html";
import { namedSender } from "#lib/domain/emails/named-address";
import { toNoticeContent } from "#lib/domain/emails/notice-content";
import { toNoticeText } from "#lib/domain/emails/notice-text";
import { anyUrl } from "#tests/support/factories/any-text";

const BASE_URL = "https://forms.example.org";
const LINK = `${BASE_URL}/verify-recipient?token=x`;
const TO = "ada@example.net";

/** Text that email programs link: anything with a scheme, a domain, or an address in it. */
const LINKABLE = /:\/\/|www\.|@|[\p{L}\p{N}]\s*[.。．｡․][\p{L}\p{N}]/u;

const bait = fc.oneof(
  anyUrl(),
  fc.domain(),
  fc.emailAddress(),
  fc.ipV4(),
  fc.constantFrom(
    "evil。example",
    "evil．example",
    "EVIL.EXAMPLE",
    "xn--e1afmkfd.xn--p1ai",
    "evil.中国",
  ),
);
const invisible = fc.constantFrom("", "\u200b", "\u00ad", "\u2060", "\u202e", "\u180e", "\ufeff");

/** A URL, domain, or address in the middle of a name, perhaps with something that people don't see in it. */
const hostileName = fc
  .tuple(fc.string({ maxLength: 10 }), bait, invisible, fc.nat(30), fc.string({ maxLength: 10 }))
  .map(([before, text, hidden, at, after]) => {
    const where = Math.min(at, text.length);
    return `${before} ${text.slice(0, where)}${hidden}${text.slice(where)} ${after}`.slice(0, 80);
  });

function emailsWith(name: string): EmailData[] {
  const when = { at: 0, browser: null, address: null };
  return [
    { kind: "verification", workspaceName: name, link: LINK },
    { kind: "account", purpose: "token_created", name, ...when },
    { kind: "account", purpose: "passkey_added", name, ...when },
  ];
}

/** Everything that a reader gets, without our own links and the reader's address. */
function read(data: EmailData): string {
  const content = toNoticeContent(data, TO, BASE_URL);
  const html = toNoticeHtml(content).replaceAll(/<style>[\s\S]*?<\/style>|<[^>]*>/g, " ");
  const all = [content.subject, toNoticeText(content), html].join("\n");
  return [LINK, `${BASE_URL}/reset-password`, TO].reduce(
    (text, own) => text.replaceAll(own, ""),
    all,
  );
}

test("no name puts anything into a confirmation or security email that an email program would link", () => {
  fc.assert(
    fc.property(fc.oneof(hostileName, fc.string({ maxLength: 80 })), (name) => {
      for (const data of emailsWith(name)) expect(read(data)).not.toMatch(LINKABLE);
    }),
    { numRuns: 500 },
  );
});

test.each([
  "http://evil.example",
  "Visit evil.example now",
  "evil\u200b.example",
  "evil\u2060.\u200bexample",
  "evil。example",
  "a@b.example",
  "10.0.0.1",
  "javascript:alert(1)",
  "\\\\evil\\share",
  "www evil",
  "   ",
])("leaves out %j", (name) => {
  expect(toUnlinkedName(name, 80)).toBeNull();
});

test.each([
  "Example Studio",
  "Dr. No & Sons, Inc.",
  "St. John’s",
  "A/B tests",
  "Σοφία 2.",
  "Team: Ops",
  "社",
])("keeps %j", (name) => {
  expect(toUnlinkedName(name, 80)).toBe(name);
});

test("an email without the name still shows who asks", () => {
  const data = { kind: "verification", workspaceName: "evil.example", link: LINK } as const;
  expect(toNoticeContent(data, TO, BASE_URL).paragraphs[0]).toBe(
    `A workspace wants to send messages from its website forms to ${TO}.`,
  );
});

const ADDRESS = "<notifications@form-intake.invalid>";

test.each([
  'Quote" <evil@example.com>',
  "www.example.com",
  "https://example.com",
  "ada@example.com",
  "",
])("a name that could pass for an address or a link is left out: %j", (name) => {
  expect(namedSender(name, "alone")).not.toContain("example.com");
  expect(namedSender(name, "alone")).toContain(ADDRESS);
});

test("a name can't end its quotes or begin a header", () => {
  const from = namedSender('A "B"\r\nBcc C', "alone");
  expect(from.replace(ADDRESS, "")).not.toMatch(/[\r\n\\]/);
  expect(from.match(/"/g)).toHaveLength(2);
});
