import type { Page } from "playwright/test";
import { bounce } from "#tests/e2e/support/bounced-views";
import { openInbox, row } from "#tests/e2e/support/inbox";
import { runSql } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { awaitDelivery, saveWebhook } from "#tests/support/factories/owner-forms";
import { sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

const attention = (page: Page) => page.getByRole("link", { name: "Deliveries needs attention" });
const failures = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /Ada.*responded with 410/ });

test("a failed delivery shows in the sidebar, the inbox, and on its page, until it's retried", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await owner.createForm("Careers");
  await saveWebhook(owner, form.id, receiver.url);
  await page.goto("/deliveries");
  await expect(page.getByText("Nothing sent yet").first()).toBeVisible();
  await expect(page.getByText("No failed deliveries.")).toBeVisible();
  await expect(attention(page)).toHaveCount(0);

  receiver.reply(answer(410));
  await sendMessage(owner.baseUrl, form, { name: "Ada", message: "From Ada" });
  await awaitDelivery(owner, form.id, "failed");
  await openInbox(page, "/inbox?failed=true");
  await expect(row(page, "Ada")).toContainText("Not delivered");
  await attention(page).click();
  await expect(page.getByText("Suspended")).toBeVisible();
  await expect(failures(page)).toHaveCount(1);
  await page.getByRole("combobox", { name: "Form" }).selectOption("Careers");
  await expect(page).toHaveURL(/formId=/);
  await expect(failures(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(failures(page)).toHaveCount(1);

  await page.goto(`/forms/${form.id}`);
  const tabs = page.getByRole("navigation", { name: "Form", exact: true });
  for (const tab of [/^Messages/, /^Integrations/])
    await expect(tabs.getByRole("link", { name: tab })).toContainText("needs attention");
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await page.getByRole("link", { name: "Open Webhook" }).click();
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "Ada" });
  await expect(rows).toHaveCount(1);
  await page.getByLabel("State").selectOption("Delivered");
  await expect(page).toHaveURL(/status=delivered/);
  await expect(rows).toHaveCount(0);
  await page.getByLabel("State").selectOption("Failed");
  await expect(rows).toHaveCount(1);

  receiver.reply(answer(200));
  await page.getByRole("button", { name: "Retry all" }).click();
  const dialog = page.getByRole("dialog", { name: "Retry 1 delivery?" });
  await dialog.getByRole("button", { name: "Retry", exact: true }).click();
  // Within a minute of its last attempt.
  await expect(page.getByText("Retried 0 deliveries.")).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test("an endpoint that fails once is the first thing on the page, with its reason and what to do", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await owner.createForm("Careers");
  await saveWebhook(owner, form.id, receiver.url);
  receiver.reply(answer(500));
  await sendMessage(owner.baseUrl, form, { name: "Ada", message: "From Ada" });
  await awaitDelivery(owner, form.id, "retrying");
  await openInbox(page, "/inbox?failed=true");
  await expect(row(page, "Ada")).toContainText("Not delivered");
  await attention(page).click();
  const main = page.getByRole("main");
  const trouble = main.getByRole("listitem").first();
  await expect(trouble).toContainText(new URL(receiver.url).host);
  await expect(trouble).toContainText("The endpoint responded with 500.");
  await expect(trouble).toContainText("1 waiting for another attempt");
  await expect(trouble.getByRole("button", { name: "Retry all" })).toBeVisible();
  await expect(main.getByText("No failed deliveries.")).toHaveCount(0);
  // The rest is one line.
  await expect(main.getByText(/^\d others? (is|are) (delivering|fine)$/)).toBeVisible();
  await expect(main.getByRole("link", { name: "Careers" })).toBeHidden();
  await trouble.getByRole("link", { name: /^Fix/ }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/integrations/webhook`);
  const tabs = page.getByRole("navigation", { name: "Form", exact: true });
  await expect(tabs.getByRole("link", { name: /^Integrations/ })).toContainText("needs attention");
});

test("a recipient that bounces is shown everywhere, and confirming it again lifts the block", async ({
  page,
  service: { baseUrl, dataDir },
}) => {
  const { owner, form, recipient, messageId, laterId } = await bounce(page, baseUrl);
  // A minute after the last confirmation email.
  const sql =
    "UPDATE recipients SET verification_sent_at = now() - interval '1 minute' WHERE id = $1";
  await runSql(dataDir, sql, [recipient.id]);
  await page.goto(`/inbox/${messageId}`);
  await expect(page.getByText("Came back: the mailbox didn’t accept it")).toBeVisible();
  await page.goto(`/inbox/${laterId}`);
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
  await expect(page.getByText("Emails to it come back")).toBeVisible();
  await page.goto("/deliveries");
  await expect(page.getByText(`${recipient.email}: Emails to it come back`)).toBeVisible();
  await page.goto(`/forms/${form.id}/diagnostics`);
  await expect(page.getByText(`Emails to ${recipient.email} come back`)).toBeVisible();
  await page.goto("/recipients");
  await expect(page.getByText("Bounced", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Confirm again.*@example\.com$/ }).click();
  await expect(page.getByText(`Confirmation email sent to ${recipient.email}.`)).toBeVisible();
  const sent = () => owner.listEmails({ kind: "verification" });
  await expect.poll(async () => (await sent()).length).toBe(2);
  const { text } = await owner.readEmail((await sent())[0]?.id ?? "");
  await page.goto(/\S+\/verify-recipient\?token=\w+/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm address" }).click();
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await page.goto("/recipients");
  await expect(page.getByText("Confirmed", { exact: true })).not.toHaveCount(0);
  await expect(page.getByText("Bounced", { exact: true })).toHaveCount(0);
  const next = await sendMessage(baseUrl, form, { message: "Hello again" });
  await owner.awaitSent(next);
  expect((await owner.readMessage(next)).deliveries[0]?.status).toBe("sent");
});

test("the page of deliveries shows what was retried, although the response is lost @matrix", async ({
  dashboard: page,
  owner,
  form,
  receiver,
  service: { dataDir },
  provoked,
}) => {
  provoked.push(/Failed to load resource: net::ERR_FAILED/);
  await saveWebhook(owner, form.id, receiver.url);
  receiver.reply(answer(410));
  const messageId = await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await awaitDelivery(owner, form.id, "failed");
  // A minute after the last attempt.
  const sql =
    "UPDATE deliveries SET last_attempt_at = now() - interval '2 minutes' WHERE submission_id = $1";
  await runSql(dataDir, sql, [messageId]);
  receiver.reply(answer(200));
  await page.goto("/deliveries");
  await page.getByRole("button", { name: "Retry all", exact: true }).click();
  await page.route(
    "**/deliveries",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Retry", exact: true }).last().click();
  await expect(page.getByText("We lost the connection").first()).toBeVisible();
  await expect(page.getByText("No failed deliveries.")).toBeVisible();
});
