import { beforeEach, expect, test } from "vitest";
import { previewReply, toReplyText } from "#lib/domain/emails/auto-reply/compose-reply";
import { brandLines } from "#lib/domain/emails/brand-lines";
import { toNoticeHtml, toNotificationHtml, toReplyHtml } from "#lib/domain/emails/html/write-html";
import { namedSender } from "#lib/domain/emails/named-address";
import { toNoticeContent } from "#lib/domain/emails/notice-content";
import { toNoticeText } from "#lib/domain/emails/notice-text";
import { toNotificationContent, toNotificationText } from "#lib/domain/emails/notification-content";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import { messagePage } from "#lib/entry/visitor-pages/message-page";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";
import { changeSettings } from "#tests/support/setup/change-settings";

const BASE_URL = "https://forms.example.com";
const URL_GIVEN = 'https://nordlicht.example/?a=1&b="x"';
const page = () => messagePage({ nonce: "bm9uY2U=", title: "Thanks", paragraphs: ["Received."] });
const invitation = () =>
  toNoticeContent(
    {
      kind: "account",
      purpose: "invitation",
      link: `${BASE_URL}/invitation?token=x`,
      workspaceName: "Acme",
      inviter: "ada@example.com",
      inviterName: null,
      role: "member",
    },
    "bob@example.com",
    BASE_URL,
  );

beforeEach(() => changeSettings({ brand: { name: "Nord & Licht", url: URL_GIVEN, isOwn: true } }));

test("visitors' pages have the brand in title and footer, escaped and linked", () => {
  const html = page();
  expect(html).toContain("<title>Thanks · Nord &amp; Licht</title>");
  expect(html).toContain(
    '<footer><a href="https://nordlicht.example/?a=1&amp;b=&#34;x&#34;" rel="noopener">Nord &amp; Licht</a></footer>',
  );
  expect(html).not.toContain("Form Intake");
});

test("emails have the brand in their text and footer, and nothing of ours", () => {
  const content = invitation();
  const html = toNoticeHtml(content);
  expect(content.subject).toContain("on Nord & Licht");
  expect(html).toMatch(
    /<a class="link" href="https:\/\/nordlicht\.example[^>]*>Nord &amp; Licht<\/a>/,
  );
  expect(`${content.subject} ${html} ${toNoticeText(content)}`).not.toContain("Form Intake");
});

test("every email ends with the brand's link as text, as its HTML does", () => {
  const reply = previewReply(
    {
      subject: "Thanks",
      message: "Received.",
      words: replyWords({ language: "en" }, null),
      includeAnswers: "none",
    },
    { known: [], isConfirmed: false, now: new Date() },
    "Acme",
  );
  const notification = toNotificationContent(
    {
      formName: "Contact",
      formSettings: DEFAULT_SETTINGS,
      formFields: null,
      receivedAt: new Date("2026-11-21T12:06:00Z"),
      fields: [["name", "Ada"]],
      senderName: "Ada",
      senderEmail: null,
      preview: "",
      suspicion: null,
      timeZone: null,
      context: null,
      attachments: [],
    },
    { link: `${BASE_URL}/inbox/1`, spamLink: null },
  );
  const texts = () => [
    toNoticeText(invitation()),
    toReplyText(reply, brandLines()),
    toNotificationText(notification),
  ];
  for (const text of texts()) expect(text).toMatch(/\n-- ?\n/);
  for (const text of texts())
    expect(text.endsWith(`\nNord & Licht: ${URL_GIVEN}\n`), text).toBe(true);
  for (const html of [toReplyHtml(reply), toNotificationHtml(notification)])
    expect(html).toContain('href="https://nordlicht.example/');
  changeSettings({ brand: { name: "Form Intake", url: null, isOwn: false } });
  for (const text of texts()) expect(text).not.toMatch(/Form Intake: |null/);
});

test("a notification comes via the brand", () => {
  expect(namedSender("Contact", "via")).toMatch(/^"Contact via Nord & Licht" </);
  expect(namedSender("Acme", "alone")).toMatch(/^"Acme" </);
});

test("without a brand, pages and emails name the service and link nowhere", () => {
  changeSettings({ brand: { name: "Form Intake", url: null, isOwn: false } });
  expect(page()).toContain("<title>Thanks</title>");
  expect(page()).toContain("<footer>Form Intake</footer>");
  expect(toNoticeHtml(invitation())).not.toContain("nordlicht");
});
