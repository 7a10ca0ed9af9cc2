import { expect, signIn, test } from "#tests/e2e/support/test";
import { saveAutoresponder } from "#tests/support/factories/owner-forms";

test("resending a confirmation email shows a countdown, and an early resend is rejected", async ({
  dashboard: page,
  owner,
}) => {
  await owner.confirmEmail();
  await page.goto("/recipients");
  await page.getByLabel("Email address").fill("colleague@example.com");
  await page.getByRole("button", { name: "Send confirmation" }).click();
  const resend = page.getByRole("button", { name: /^Resend.*colleague@example\.com$/ });
  await expect(resend).toHaveText(/^Resend in \d+s/);
  await expect(resend).toBeDisabled();
  await page.getByLabel("Email address").fill("colleague@example.com");
  await page.getByRole("button", { name: "Send confirmation" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "less than a minute ago" })).toContainText(
    /Try again in \d+s/,
  );
  await owner.awaitEmail("verification", "colleague@example.com");
});

test("a recipient confirmed in another tab shows as confirmed on return", async ({
  dashboard: page,
  context,
  owner,
}) => {
  const { link, recipient } = await owner.addRecipient("colleague@example.com");
  await page.goto("/recipients");
  await expect(page.getByText("Awaiting confirmation", { exact: true })).toBeVisible();
  const confirmation = await context.newPage();
  await confirmation.goto(link);
  await confirmation.getByRole("button", { name: "Confirm address" }).click();
  await expect(confirmation.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await confirmation.close();
  // A headless browser never hides a tab, so the test dispatches the event itself.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const row = page.getByRole("listitem").filter({ hasText: recipient.email });
  await expect(row.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("each recipient links to the forms and rules that use it", async ({
  context,
  page,
  world: { owner, form, words },
}) => {
  await signIn(context, owner);
  await page.goto("/recipients");
  await expect(page.getByText(`${form.name} (${words.ruleName})`)).toBeVisible();
  const uses = page.getByRole("link", { name: form.name, exact: true });
  await expect(uses.nth(1)).toHaveAttribute("href", `/forms/${form.id}/notify/routing`);
  await uses.first().click();
  await expect(page).toHaveURL(`/forms/${form.id}/notify`);
});

test("removing a recipient shows where it's used first", async ({ dashboard: page, form }) => {
  await page.goto("/recipients");
  await page.getByRole("button", { name: /^Remove told-/ }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("link", { name: form.name })).toBeVisible();
  await dialog.getByRole("button", { name: "Remove recipient" }).click();
  await expect(page.getByText("Recipient removed.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "told-" })).toHaveCount(0);
});

test("an auto-reply that's off lets its reply-to address go, and asks for another one", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const [replyRecipientId = ""] = form.recipientIds;
  const reply = { enabled: false, subject: "Thanks", message: "Soon.", replyRecipientId };
  await saveAutoresponder(owner, form.id, reply);
  await page.goto("/recipients");
  await page.getByRole("button", { name: /^Remove told-/ }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Contact (off)");
  await dialog.getByRole("button", { name: "Remove recipient" }).click();
  await expect(page.getByText("Recipient removed.")).toBeVisible();
  const other = await owner.addVerifiedRecipient();
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  await expect(page.getByText("The previous address was removed.")).toBeVisible();
  await expect(page.getByLabel("Reply-to address")).toHaveValue("");
  await page.getByLabel("Reply-to address").selectOption(other.email);
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText("Saved. Auto-reply is off.")).toBeVisible();
  await expect(page.getByLabel("Reply-to address")).toHaveValue(other.id);
});
