import { describe, expect, test } from "vitest";
import { composeReply, toReplyText } from "#lib/autoresponder/compose-reply";
import { toConfirmationText } from "#lib/autoresponder/confirmation";
import { LANGUAGES, type Language } from "#lib/forms/page-schema";
import { replyWords, tongueFor } from "#lib/http/pages/words/tongues";
import { toConfirmationHtml, toReplyHtml } from "#lib/notifications/emails/write-html";
import { textOf } from "#tests/support/factories/page-text";

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

const ENGLISH_WORDS = /\b(your|you|the|this|and|from|reply)\b/i;

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
    for (const one of [shown, text.replaceAll(URL, "")]) expect(one).not.toMatch(ENGLISH_WORDS);
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
