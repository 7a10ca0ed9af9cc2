import { expect, test } from "#tests/e2e/support/test";
import { askToConfirm } from "#tests/e2e/support/world";
import { proveWidget, saveWidget } from "#tests/support/factories/owner-forms";

test("a message that waits arrives when its visitor presses the button in the email, once", async ({
  browser,
  dashboard: page,
  owner,
}) => {
  const recipient = await owner.addVerifiedRecipient();
  const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
  await saveWidget(owner, form.id, "0x4AAAAAAAwait");
  await proveWidget(owner, form);
  const link = await askToConfirm(owner, form);
  await page.goto("/inbox?folder=all");
  await expect(page.getByRole("link", { name: /edsger@example\.com/ })).toHaveCount(0);

  const visitor = await browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Send my message" }).click();
  await expect(visitor.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole("button")).toHaveCount(0);
  await visitor.close();

  await page.goto("/inbox");
  await page.getByRole("link", { name: /edsger@example\.com/ }).click();
  await expect(page.getByRole("article").getByText(/Confirmed on/)).toBeVisible();
  await owner.awaitEmail("notification", recipient.email, "Waiting");
});
