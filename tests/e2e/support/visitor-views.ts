import { LANGUAGE_VIEWS } from "#tests/e2e/support/language-views";
import { at, type View } from "#tests/e2e/support/view";
import { serveWidget } from "#tests/e2e/support/widget";

/** Pages for visitors of a website and for owners of email addresses. */
export const VISITOR_VIEWS: readonly View[] = [
  at("hosted-form", ({ form }) => `/f/${form.publicKey}`),
  at("hosted-form-not-sent", ({ form }) => `/f/${form.publicKey}?email=ada@example.com&phone=555`),
  {
    name: "hosted-form-with-widget",
    open: async (page, { replyForm }) => {
      await serveWidget(page);
      await page.goto(`/f/${replyForm.publicKey}`);
      await page.getByLabel("Email me an automatic reply").waitFor();
    },
  },
  at("thanks", ({ form }) => `/f/${form.publicKey}/thanks`),
  {
    name: "rejected-message",
    open: async (page, { form, words }) => {
      const file = { name: words.fileName, mimeType: "image/png", buffer: Buffer.from("no image") };
      await page.goto(`/f/${form.publicKey}`);
      await page.getByLabel("Files").setInputFiles(file);
      await page.getByLabel("Name").fill(words.senderName);
      await page.getByLabel("Message").fill(words.message);
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByRole("button", { name: "Send again" }).waitFor();
    },
  },
  {
    name: "empty-message",
    open: async (page, { form }) => {
      await page.goto(`/f/${form.publicKey}`);
      await page.getByLabel("Message").fill(" ");
      await page.getByRole("button", { name: "Send message" }).click();
    },
  },
  at("closed-form", ({ pausedForm }) => `/f/${pausedForm.publicKey}`),
  at("no-form", "/f/unknown"),
  at("no-page-of-a-form", ({ form }) => `/f/${form.publicKey}/elsewhere`),
  at("confirm-address", ({ openLink }) => openLink),
  {
    name: "address-confirmed-already",
    open: (page, { verification }) =>
      page.goto(/\S+\/verify-recipient\?token=\w+/.exec(verification.text)?.[0] ?? ""),
  },
  {
    name: "address-confirmed",
    open: async (page, { owner }) => {
      const { link } = await owner.addRecipient(`${crypto.randomUUID()}@example.com`);
      await page.goto(link);
      await page.getByRole("button", { name: "Confirm address" }).click();
      await page.getByRole("heading", { name: "Address confirmed" }).waitFor();
    },
  },
  at("link-expired", "/verify-recipient?token=unknown"),
  at("opt-out", ({ optOutLinks }) => optOutLinks[0] ?? ""),
  {
    name: "opted-out",
    open: async (page, { optOutLinks }) => {
      await page.goto(optOutLinks[1] ?? "");
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await page.getByText("You can close this page").waitFor();
    },
  },
  at("opt-out-unknown", "/opt-out?token=unknown"),
  at("stop-digests", ({ stopLink }) => stopLink),
  {
    name: "digests-stopped",
    open: async (page, { stopLink }) => {
      await page.goto(stopLink);
      await page.getByRole("button", { name: "Stop digests" }).click();
      await page.getByRole("heading", { name: "Your digests are off" }).waitFor();
    },
  },
  at("stop-digests-unknown", "/stop-digests?token=unknown"),
  at("mark-spam", ({ spamLink }) => spamLink),
  at("mark-spam-unknown", "/mark-spam?token=unknown"),
  at("confirm-message", ({ confirmLink }) => confirmLink),
  at("confirm-message-unknown", "/confirm-message?token=unknown"),
  at("thanks-to-confirm", ({ replyForm }) => `/f/${replyForm.publicKey}/thanks?confirm=1`),
  at("nothing-here", "/nothing-here"),
  ...LANGUAGE_VIEWS,
];
