import { describe, expect, test } from "vitest";
import { installationKey } from "#lib/adapters/db/installation-key";
import { AppError } from "#lib/core/errors";
import { hashReplyAddress, makeOptOutToken } from "#lib/domain/emails/auto-reply/opt-out";
import { spamUrl } from "#lib/domain/emails/spam-link";
import { LANGUAGES, type Language, languageTagOf } from "#lib/domain/forms/page/page-schema";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { forWeb } from "#lib/entry/http/http-types";
import {
  confirmMessagePage,
  markSpamPage,
  optOutPage,
  verifyRecipientPage,
} from "#lib/entry/visitor-pages/link-pages";
import {
  pageMethodNotAllowed,
  respondNotFound,
  respondOrApologize,
} from "#lib/entry/visitor-pages/respond";
import { openLinkPage } from "#tests/support/contract/link-page";
import {
  createConfirmForm,
  linkOf,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { textOf } from "#tests/support/factories/page-text";
import { forgetVerificationEmails, linkSecrets } from "#tests/support/factories/queued-emails";

const ORIGIN = "http://localhost:3000";

type Link = Pick<typeof optOutPage, "show" | "press"> & { token: string };

/** The pages that a link in an email leads to, with a token that works. */
async function createLinks(): Promise<Record<string, Link>> {
  const { workspace, ctx, form, recipient } = await createConfirmForm();
  const key = await installationKey();
  const { id: workspaceId } = workspace;
  const addressHash = hashReplyAddress(key, workspaceId, "ada@example.com");
  const waiting = await sendMessage(form);
  const stored = await sendMessage(form, { message: "4711" });
  const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";
  const email = `${workspaceId}@example.com`;
  await forgetVerificationEmails(email);
  await addRecipient(ctx, { email });
  const [secret = ""] = await linkSecrets(workspace, email);
  const spamLink = spamUrl(key, { workspaceId, submissionId: stored, recipientId: recipient.id });
  return {
    "opt-out": { ...optOutPage, token: makeOptOutToken(key, { workspaceId, addressHash }) },
    "mark-spam": { ...markSpamPage, token: tokenOf(spamLink) },
    "verify-recipient": { ...verifyRecipientPage, token: secret },
    "confirm-message": {
      ...confirmMessagePage,
      token: tokenOf(await linkOf(workspace, waiting)),
    },
  };
}

/** Words of English that no other language's pages have. */
const ENGLISH_WORDS = /\b(your|you|the|please|this|and|mark)\b/i;

async function expectIn(language: Language, what: string, page: Response): Promise<void> {
  const isRight = language === "ar" || language === "he";
  const text = textOf(await page.text());
  expect(text, what).toContain(
    `<html lang="${languageTagOf(language)}"${isRight ? ' dir="rtl"' : ""}>`,
  );
  const shown = text
    .replace(/<style[\s\S]*<\/style>/, "")
    .replaceAll(/<(footer|bdi)>.*?<\/\1>|<[^>]*>|\S+:\/\/\S+/g, " ");
  expect(shown, what).not.toMatch(/\{\w+\}/);
  if (language !== "en") expect(shown, what).not.toMatch(ENGLISH_WORDS);
}

describe.each(LANGUAGES)("in %s", (language) => {
  const headers = { "accept-language": `${language}-XX` };

  test("are the pages of every link, before and after, and when it's broken", async () => {
    for (const [name, { token, ...link }] of Object.entries(await createLinks())) {
      const page = openLinkPage(link);
      const address = `${ORIGIN}/${name}`;
      const url = `${address}?token=${encodeURIComponent(token)}`;
      await expectIn(language, `${name} open`, await page.show(url, headers));
      await expectIn(
        language,
        `${name} broken`,
        await page.show(`${address}?token=broken`, headers),
      );
      await expectIn(language, `${name} pressed`, await page.press(url, headers));
      await expectIn(language, `${name} again`, await page.press(url, headers));
      const unread = await page.post(address, "{}", headers);
      expect(unread.status).toBe(415);
      await expectIn(language, `${name} unread`, unread);
    }
  });

  test("are the pages of a wrong address, a wrong method, a failure, and a wait", async () => {
    const languages = headers["accept-language"];
    for (const page of [respondNotFound(languages), pageMethodNotAllowed(languages, ["GET"])])
      await expectIn(language, `${page.status}`, await forWeb(() => page)(new Request(ORIGIN)));
    for (const code of ["service_unavailable", "internal_error", "rate_limited"] as const) {
      const failed = await respondOrApologize(languages, () =>
        Promise.reject(new AppError(code, "Please wait.", { retryAfterSeconds: 5 })),
      );
      expect(failed.headers["Retry-After"]).toBe("5");
      await expectIn(language, code, await forWeb(() => failed)(new Request(ORIGIN)));
    }
  });
});
