import { describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import { composeReply, toReplyText } from "#lib/domain/emails/auto-reply/compose-reply";
import { describeMessage, toConfirmationText } from "#lib/domain/emails/auto-reply/confirmation";
import { toConfirmationHtml, toReplyHtml } from "#lib/domain/emails/html/write-html";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { LANGUAGES, type Language, languageTagOf } from "#lib/domain/forms/page/page-schema";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { shutPage, thanksPage } from "#lib/entry/visitor-pages/message-page";
import { errorFragment, rejectedPage } from "#lib/entry/visitor-pages/rejected-page";
import { pageTextsFor, replyWords } from "#lib/entry/visitor-pages/words/page-texts";
import { faultText } from "#lib/entry/visitor-pages/words/sentences";
import { textOf, visitorForm } from "#tests/support/factories/page-text";

const textsOf = (language: Language) => pageTextsFor({ language }, null);

const FIELDS = StoredFields.parse([
  { name: "note", type: "text", label: "Label" },
  {
    name: "one",
    type: "choice",
    label: "Label",
    options: Array.from({ length: 6 }, (_, n) => ({ value: `${n}`, label: `${n}` })),
  },
  { name: "cv", type: "file", label: "Label" },
]);

function formIn(language: Language, changes: Partial<VisitorForm> = {}): VisitorForm {
  const own = { name: "4711", publicKey: "4711", widgetSiteKey: "4711" };
  const everything = { requiresChallenge: true, offersReply: true, texts: textsOf(language) };
  return visitorForm({ ...own, ...everything, ...changes });
}

function pagesIn(language: Language): Record<string, string> {
  const form = formIn(language);
  const { texts } = form;
  const nonce = "n";
  const back = { url: "/f/4711", label: texts.words.sendAnother };
  const hosted = { nonce, idempotencyKey: "k", shownAt: new Date(0), written: null };
  const details = [{ path: "4711", message: faultText({ name: "4711", rule: "missing" }, texts) }];
  const error = new AppError("validation_failed", "internal");
  const body = {
    fields: [["4711", ["1", "2"]] as [string, string[]]],
    controls: new Map<string, string>(),
    files: [{ field: "4711", filename: "4711.pdf" }],
  };
  const shared = { nonce, error, details, texts, form, body };
  const rejected = { ...shared, idempotencyKey: "k", senderPage: null };
  return {
    hosted: hostedFormPage({ ...hosted, form, typed: [["4711", "1"]] }),
    listed: hostedFormPage({ ...hosted, form: { ...form, fields: FIELDS }, typed: [] }),
    thanks: thanksPage({ nonce, form, back, mustConfirm: true }),
    closed: shutPage("closed", { nonce, form }),
    full: shutPage("full", { nonce, form }),
    rejected: rejectedPage({ ...rejected, acceptsOwnOrigin: true }),
    copied: rejectedPage({ ...rejected, acceptsOwnOrigin: false }),
    unread: rejectedPage({ ...rejected, body: null, acceptsOwnOrigin: true }),
  };
}

/** Words of English that no other language's pages have; the product's name is in the footer. */
const ENGLISH_WORDS = /\b(your|the|please|this|and|can|was|send|form is)\b/i;

describe.each(LANGUAGES)("every page in %s", (language) => {
  const isRight = language === "ar" || language === "he";
  test.each(Object.entries(pagesIn(language)))("%s", (_, page) => {
    const head = `<html lang="${languageTagOf(language)}"${isRight ? ' dir="rtl"' : ""}>`;
    expect(page).toContain(head);
    expect(page).not.toMatch(/\{\w+\}(?![^<]*<\/style>)/);
    expect(Buffer.byteLength(page)).toBeLessThan(20 * 1024);
    const text = textOf(page)
      .replace(/<style[\s\S]*<\/style>/, "")
      .replace(/<footer>.*<\/footer>/, "")
      .replaceAll(/<[^>]*>/g, " ");
    if (language !== "en") expect(text).not.toMatch(ENGLISH_WORDS);
  });
});

test("the visitor's language is the first one that we have, whatever the browser's order of q", () => {
  const languageOf = (header: string | null) => pageTextsFor({ language: "auto" }, header).language;
  expect(languageOf(null)).toBe("en");
  expect(languageOf("de-CH,de;q=0.9,en;q=0.8")).toBe("de");
  expect(languageOf("en;q=0.5, fr;q=0.7, *;q=0.1")).toBe("fr");
  expect(languageOf("tlh, nl-BE;q=0.5")).toBe("nl");
  expect(languageOf("de;q=0, it")).toBe("it");
  expect(languageOf(";;q=,,,de\u0000")).toBe("en");
  expect(languageOf("constructor, __proto__")).toBe("en");
  expect(languageOf("x".repeat(100_000))).toBe("en");
  expect(pageTextsFor({ language: "ja" }, "de").language).toBe("ja");
});

test.each([
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"],
  ["pt-PT", "pt-PT"],
  ["pt-AO", "pt-PT"],
  ["pt", "pt-PT"],
  ["zh-CN,zh;q=0.9", "zh-Hans"],
  ["zh", "zh-Hans"],
  ["zh-Hans-HK", "zh-Hans"],
  ["zh-TW,zh;q=0.9", "zh-Hant"],
  ["zh-HK", "zh-Hant"],
  ["zh-MO", "zh-Hant"],
  ["zh-Hant-MY", "zh-Hant"],
  // A page that names only the language, read in a browser that says which variety.
  ["pt, pt-BR, en", "pt-BR"],
  ["zh, zh-TW", "zh-Hant"],
])("of two varieties, %j means %s", (header, language) => {
  expect(pageTextsFor({ language: "auto" }, header).language).toBe(language);
});

test("a form's own variety comes before the visitor's", () => {
  expect(pageTextsFor({ language: "pt" }, "pt-BR").language).toBe("pt-PT");
  expect(pageTextsFor({ language: "zh-Hant" }, "zh-CN").language).toBe("zh-Hant");
});

test("an htmx fragment is in the visitor's language, too", () => {
  const { texts } = formIn("de");
  const details = [{ path: "note", message: faultText({ name: "note", rule: "missing" }, texts) }];
  const form = formIn("de", { fields: FIELDS });
  const error = new AppError("validation_failed", "internal");
  expect(errorFragment({ error, details, form, texts })).toContain(
    "<li><bdi>Label</bdi>: Bitte füllen Sie dieses Feld aus.</li>",
  );
});

const URL = "https://forms.example.com/opt-out?token=4711";

/** The owner wrote numbers, so every word is ours. */
function replyIn(language: Language) {
  const draft = { subject: "1", message: "2\n3", words: replyWords({ language }, null) };
  return composeReply(draft, URL, "4711");
}

function confirmationIn(language: Language) {
  const { language: tag, words } = pageTextsFor({ language }, null);
  const { subject, ask: text, button, ignore } = words.confirm;
  const unsubscribe = words.optOut.button;
  const names = { formName: "4711", workspaceName: "4712", timeZone: null };
  const message = { ...names, sentAt: new Date(0), preview: "4713" };
  const about = describeMessage(tag, message);
  return {
    language: tag,
    subject,
    text,
    about,
    button,
    ignore,
    unsubscribe,
    url: URL,
    optOutUrl: URL,
  };
}

describe.each(LANGUAGES)("an email to a visitor in %s", (language) => {
  const reply = replyIn(language);
  const confirmation = confirmationIn(language);
  const isRight = language === "ar" || language === "he";

  test.each([
    ["auto-reply", toReplyHtml(reply), toReplyText(reply, [])],
    ["confirmation", toConfirmationHtml(confirmation), toConfirmationText(confirmation)],
  ])("the %s has the language, its direction, and no word of another one", (_, page, text) => {
    const direction = isRight ? ' dir="rtl"' : "";
    expect(page).toContain(`<html lang="${languageTagOf(language)}"${direction}>`);
    expect(page).toContain(`<body class="page"${direction} style=`);
    const shown = textOf(page.slice(page.indexOf("<body"))).replaceAll(/<[^>]*>/g, " ");
    if (language === "en") return;
    for (const one of [shown, text.replaceAll(URL, "")])
      expect(one).not.toMatch(/\b(your|you|the|this|and|from|reply)\b/i);
  });

  test("the auto-reply names the sender and offers to unsubscribe", () => {
    const [message, footer] = toReplyText(reply, []).split("\n\n-- \n");
    expect(message).toBe("2\n3");
    expect(footer).toMatch(/^.*4711.*\n.+\nhttps:\/\/forms\.example\.com\/opt-out\?token=4711\n$/);
    expect(footer).not.toContain("{");
  });
});

test("an auto-reply in English says who sent it and why", () => {
  expect(toReplyText(replyIn("en"), [])).toBe(
    `2\n3\n\n-- \nYou’re receiving this because you asked for an automatic reply when you sent a message to 4711.\nUnsubscribe from automatic replies\n${URL}\n`,
  );
});

test("a sender's name is text, whatever it contains", () => {
  const words = replyWords({ language: "de" }, null);
  const { reason } = composeReply({ subject: "1", message: "2", words }, URL, "$& {sender} $1");
  expect(reason).toContain("an $& {sender} $1 um");
});
