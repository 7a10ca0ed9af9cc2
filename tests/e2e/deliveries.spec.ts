import type { Page } from "@playwright/test";
import { bounce } from "#tests/e2e/support/bounced-views";
import { openInbox, row } from "#tests/e2e/support/inbox";
import { runSql } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { listDeliveries, saveWebhook } from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

const attention = (page: Page) => page.getByRole("link", { name: "Deliveries needs attention" });
const failures = (page: Page) =>
  page.getByRole("main").getByText("The endpoint responded with 410");

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
  await eventually("a failed delivery", async () =>
    (await listDeliveries(owner, form.id)).find(({ status }) => status === "failed"),
  );
  await openInbox(page, "/inbox?failed=true");
  await expect(row(page, "Ada")).toContainText("Delivery failed");
  await attention(page).click();
  await expect(page.getByText("Suspended")).toBeVisible();
  await expect(failures(page)).toHaveCount(1);
  await page.getByRole("combobox", { name: "Form" }).selectOption("Careers");
  await expect(page).toHaveURL(/formId=/);
  await expect(failures(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(failures(page)).toHaveCount(1);

  await page.goto(`/forms/${form.id}/webhook`);
  await expect(page.getByRole("link", { name: /^Diagnostics/ })).toContainText("needs attention");
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
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  const next = await sendMessage(baseUrl, form, { message: "Hello again" });
  await owner.awaitSent(next);
  expect((await owner.readMessage(next)).deliveries[0]?.status).toBe("sent");
});
