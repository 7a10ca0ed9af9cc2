import { describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import { composeReply, toReplyText } from "#lib/domain/emails/auto-reply/compose-reply";
import { toConfirmationText } from "#lib/domain/emails/auto-reply/confirmation";
import { toConfirmationHtml, toReplyHtml } from "#lib/domain/emails/html/write-html";
import type { Fault } from "#lib/domain/forms/fields/rules";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { LANGUAGES, type Language } from "#lib/domain/forms/page/page-schema";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { shutPage, thanksPage } from "#lib/entry/visitor-pages/message-page";
import { errorFragment, rejectedPage } from "#lib/entry/visitor-pages/rejected-page";
import { explainError } from "#lib/entry/visitor-pages/visitor-words";
import { ENGLISH } from "#lib/entry/visitor-pages/words/english";
import {
  ENGLISH_TONGUE,
  faultText,
  formatWait,
  replyWords,
  tongueFor,
} from "#lib/entry/visitor-pages/words/tongues";
import { WORDS as SCRIPT_WORDS } from "#packages/form-js/error-words";
import { textOf, visitorForm } from "#tests/support/factories/page-text";

const OTHERS = LANGUAGES.filter((language) => language !== "en");
const tongueOf = (language: Language) => tongueFor({ language }, null);

/** Texts by their path. */
function flatten(texts: object, at = ""): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string" ? [[`${at}${name}`, value]] : flatten(value, `${at}${name}.`),
  );
}

const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

/** Texts that are the same in several languages. */
const SHARED = /^(optional|fullStop|name|email|message|files|nthValue|to)$/;

describe.each(OTHERS)("%s", (language) => {
  const { words } = tongueOf(language);

  test("has every text with the same placeholders, and none in English", () => {
    const own = new Map(flatten(words));
    for (const [path, text] of flatten(ENGLISH)) {
      const translated = own.get(path) ?? "";
      expect(translated.trim(), path).not.toBe("");
      expect(placeholdersOf(translated), path).toEqual(placeholdersOf(text));
      if (!SHARED.test(path)) expect(translated, path).not.toBe(text);
    }
    expect(own.size).toBe(flatten(ENGLISH).length);
    // They're shown with a capital, and an address in an example has none.
    for (const fault of Object.values(words.faults)) expect(fault).not.toMatch(/^\p{Ll}/u);
  });
});

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
  const everything = { requiresChallenge: true, offersReply: true, tongue: tongueOf(language) };
  return visitorForm({ ...own, ...everything, ...changes });
}

function pagesIn(language: Language): Record<string, string> {
  const form = formIn(language);
  const { tongue } = form;
  const nonce = "n";
  const back = { url: "/f/4711", label: tongue.words.sendAnother };
  const hosted = { nonce, idempotencyKey: "k" };
  const details = [{ path: "4711", message: faultText({ name: "4711", rule: "missing" }, tongue) }];
  const error = new AppError("validation_failed", "internal");
  const body = {
    fields: [["4711", ["1", "2"]] as [string, string[]]],
    controls: new Map<string, string>(),
    files: [{ field: "4711", filename: "4711.pdf" }],
  };
  const rejected = { nonce, error, details, tongue, form, body, idempotencyKey: "k" };
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
    const head = isRight ? `<html lang="${language}" dir="rtl">` : `<html lang="${language}">`;
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
  const languageOf = (header: string | null) => tongueFor({ language: "auto" }, header).language;
  expect(languageOf(null)).toBe("en");
  expect(languageOf("de-CH,de;q=0.9,en;q=0.8")).toBe("de");
  expect(languageOf("en;q=0.5, fr;q=0.7, *;q=0.1")).toBe("fr");
  expect(languageOf("tlh, pt-BR;q=0.5")).toBe("pt");
  expect(languageOf("zh-Hant-TW")).toBe("zh");
  expect(languageOf("de;q=0, it")).toBe("it");
  expect(languageOf(";;q=,,,de\u0000")).toBe("en");
  expect(languageOf("constructor, __proto__")).toBe("en");
  expect(languageOf("x".repeat(100_000))).toBe("en");
  expect(tongueFor({ language: "ja" }, "de").language).toBe("ja");
});

test("limits, days and waits are written as the language does", () => {
  const limit = (language: Language, fault: Partial<Fault>) =>
    faultText({ name: "f", ...fault } as Fault, tongueOf(language));
  expect(limit("de", { rule: "too_long", limit: 20_000 })).toContain("20.000");
  expect(limit("fr", { rule: "too_small", limit: "2026-11-21" })).toContain("21 novembre 2026");
  expect(limit("ja", { rule: "too_large", limit: "2026-11-21" })).toContain("2026年11月21日");
  expect(formatWait(42, "en")).toBe("42 seconds");
  expect(formatWait(300, "de")).toBe("5 Minuten");
});

test("an htmx fragment is in the visitor's language, too", () => {
  const { tongue } = formIn("de");
  const details = [{ path: "note", message: faultText({ name: "note", rule: "missing" }, tongue) }];
  const form = formIn("de", { fields: FIELDS });
  const error = new AppError("validation_failed", "internal");
  expect(errorFragment({ error, details, form, tongue })).toContain(
    "<li>Label: Dieses Feld wird benötigt.</li>",
  );
});

test("the form script says what the error page says in English", () => {
  for (const [code, [reason, advice]] of Object.entries(SCRIPT_WORDS))
    expect(explainError(code, ENGLISH_TONGUE), code).toEqual({ reason, advice });
});

const URL = "https://forms.example.com/opt-out?token=4711";

/** The owner wrote numbers, so every word is ours. */
function replyIn(language: Language) {
  const draft = { subject: "1", message: "2\n3", words: replyWords({ language }, null) };
  return composeReply(draft, URL, "4711");
}

function confirmationIn(language: Language) {
  const { words } = tongueFor({ language }, null);
  const { subject, ask: text, button, ignore } = words.confirm;
  const unsubscribe = words.optOut.button;
  return { language, subject, text, button, ignore, unsubscribe, url: URL, optOutUrl: URL };
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
    expect(page).toContain(`<html lang="${language}"${direction}>`);
    expect(page).toContain(`<body class="page"${direction} style=`);
    const shown = textOf(page.slice(page.indexOf("<body"))).replaceAll(/<[^>]*>/g, " ");
    if (language === "en") return;
    for (const one of [shown, text.replaceAll(URL, "")])
      expect(one).not.toMatch(/\b(your|you|the|this|and|from|reply)\b/i);
  });

  test("the auto-reply names the sender and offers to unsubscribe", () => {
    const [message, footer] = toReplyText(reply, []).split("\n\n-- \n");
    expect(message).toBe("2\n3");
    expect(footer).toMatch(/^.*4711.*\n.+: https:\/\/forms\.example\.com\/opt-out\?token=4711\n$/);
    expect(footer).not.toContain("{");
  });
});

test("an auto-reply in English says who sent it and why", () => {
  expect(toReplyText(replyIn("en"), [])).toBe(
    `2\n3\n\n-- \nYou’re receiving this because you asked for an automatic reply when you sent a message to 4711.\nUnsubscribe from automatic replies: ${URL}\n`,
  );
});

test("a sender's name is text, whatever it contains", () => {
  const words = replyWords({ language: "de" }, null);
  const { reason } = composeReply({ subject: "1", message: "2", words }, URL, "$& {sender} $1");
  expect(reason).toContain("an $& {sender} $1 um");
});
