import type { Page } from "playwright/test";
import { expectNoSidewaysScroll } from "#tests/e2e/support/looks";
import { expect, signIn, test } from "#tests/e2e/support/test";
import { openView } from "#tests/e2e/support/view";
import { DASHBOARD_VIEWS } from "#tests/e2e/support/views";
import { VISITOR_VIEWS } from "#tests/e2e/support/visitor-views";
import type { World } from "#tests/e2e/support/world";

/** Emails strip direction marks. */
const unturned = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");

/** Untrusted texts that a view must show character by character. */
const SHOWN: Readonly<Record<string, (world: World) => (string | null | undefined)[]>> = {
  welcome: ({ words }) => [words.workspaceName],
  inbox: ({ words }) => [words.senderName, words.formName],
  message: ({ words, message }) => [
    words.formName,
    words.senderName,
    words.message,
    words.fieldName,
    words.fieldValue,
    message.attachments[0]?.filename,
  ],
  forms: ({ words }) => [words.formName, words.pausedFormName],
  form: ({ words }) => [words.formName],
  "delete-form-dialog": ({ words }) => [`Delete “${words.formName}”?`],
  delivery: ({ words }) => [words.formName],
  "routing-replay": ({ words }) => [words.formName, words.senderName, words.ruleName],
  recipients: ({ words }) => [words.formName, words.ruleName],
  tokens: ({ words }) => [words.tokenName],
  "connect-app": ({ words }) => [`Connect ${words.tokenName}`],
  "token-created": ({ words }) => [`Created “${words.tokenName}”`],
  "person-found": ({ words }) => [words.formName],
  "delete-workspace": ({ words }) => [`Delete “${words.workspaceName}”`],
  "test-inbox": ({ words }) => [words.subject],
  "captured-email": ({ words }) => [words.subject],
  "captured-email-text": ({ words }) => [unturned(words.fieldName), words.senderName],
  "hosted-form": ({ words }) => [words.formName],
  thanks: ({ words }) => [words.formName],
  "rejected-message": ({ words }) => [words.formName, words.fileName],
  "hosted-form-with-widget": ({ words }) => [words.replyFormName],
  "confirm-address": ({ words }) => [words.workspaceName],
  "closed-form": ({ words }) => [`“${words.pausedFormName}” is closed`],
};

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => "hacked" in window), "a script of a stranger ran").toBe(false);
}

for (const view of [...DASHBOARD_VIEWS, ...VISITOR_VIEWS])
  test(`${view.name}: markup, long words, bidi, and emoji stay text and fit`, async ({
    context,
    page,
    hostileWorld: world,
  }) => {
    await signIn(context, world.owner);
    await page.setViewportSize({ width: view.maxWidth ? 375 : 1440, height: 900 });
    await openView(view, page, world);
    for (const text of SHOWN[view.name]?.(world) ?? [])
      await expect(page.locator("body")).toContainText(text ?? "missing", { useInnerText: true });
    await expectNoSidewaysScroll(page);
    await expectHarmless(page);
  });

test("captured-email: the preview shows a visitor's markup as text", async ({
  context,
  page,
  hostileWorld: { owner, words, notification },
}) => {
  await signIn(context, owner);
  await page.goto(`/test-inbox/${notification.id}`);
  const mail = page.frameLocator("iframe").locator("body");
  await expect(mail).toContainText(unturned(words.fieldName));
  await expect(mail).toContainText(unturned(words.fieldValue));
  await expectHarmless(page);
});
