import { runSql } from "#tests/e2e/support/past";
import { ageProof } from "#tests/e2e/support/second-factor";
import { expect, signIn, test } from "#tests/e2e/support/test";

test("emails can be filtered by type, and each type has its own URL @matrix", async ({
  context,
  page,
  world: { owner, words },
}) => {
  await signIn(context, owner);
  await page.goto("/test-inbox");
  const kinds = page.getByRole("navigation", { name: "Email type" });
  await kinds.getByRole("link", { name: "Confirmation", exact: true }).click();
  await expect(page).toHaveURL("/test-inbox?kind=verification");
  await expect(kinds.getByRole("link", { name: "Confirmation", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(
    page.getByRole("link", { name: /Confirm your email address/ }).first(),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: words.subject })).toHaveCount(0);
  await kinds.getByRole("link", { name: "Allowance" }).click();
  await expect(page.getByRole("heading", { name: "No emails of this type" })).toBeVisible();
});

test("a captured email shows what its receiver would get: preview without scripts, text, headers @matrix", async ({
  context,
  page,
  world: { owner, notification, words },
}) => {
  await signIn(context, owner);
  await page.goto(`/test-inbox/${notification.id}`);
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", /^(?!.*allow-scripts)(?!.*allow-same-origin)/);
  await expect(page.frameLocator("iframe").getByText(words.senderName).first()).toBeVisible();
  await page.getByRole("tab", { name: "Plain text" }).click();
  await expect(page.getByRole("region", { name: "plain text" })).toContainText(words.senderName);
  await page.getByRole("tab", { name: "Headers" }).click();
  const headers = page.getByRole("tabpanel", { name: "Headers" });
  for (const name of ["From", "To", "Reply-To", "Subject", "Auto-Submitted"])
    await expect(headers.getByText(name, { exact: true })).toBeVisible();
  await expect(headers).toContainText(owner.email);
});

test("hidden account emails are counted, and shown after a proof of identity @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  await owner.confirmEmail();
  const mail = await owner.awaitEmail("account", owner.email);
  await ageProof(service.dataDir, owner);
  await page.goto("/test-inbox?kind=account");
  await expect(page.getByRole("heading", { name: "Account emails are hidden" })).toBeVisible();
  await page.getByRole("button", { name: /^Show (it|them)$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(owner.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("link", { name: mail.subject })).toBeVisible();
  await expect(page.getByText("hidden because you signed in")).toHaveCount(0);
});

test("the confirmation email opens as soon as it arrives, even if it was on its way @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const { id, subject } = await owner.awaitEmail("account", owner.email);
  const address = (to: string) =>
    runSql(service.dataDir, 'UPDATE captured_emails SET "to" = $2 WHERE id = $1', [id, to]);
  await address("nobody@example.com");
  await page.goto("/test-inbox/confirm-email");
  await expect(page.getByRole("heading", { name: "The email is on its way" })).toBeVisible();
  await address(owner.email);
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
});

test("a captured email's tabs and preview are reachable by keyboard @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addRecipient("editor@example.com");
  await page.goto("/test-inbox");
  await page.getByRole("link", { name: /to receive form messages/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Preview" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Plain text" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Plain text" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("tabpanel", { name: "Headers" })).toBeVisible();
  await page.keyboard.press("Home");
  const link = page.frameLocator("iframe").getByRole("link").first();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused({ timeout: 100 });
  }).toPass();
});
