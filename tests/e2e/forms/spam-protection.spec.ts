import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";
import { askToConfirm } from "#tests/e2e/support/world";
import { proveWidget, readForm, saveWidget } from "#tests/support/factories/owner-forms";

test("connecting a widget: the page updates after the first verified submission", async ({
  dashboard: page,
  owner,
}) => {
  const settings = { allowedOrigins: ["https://www.example.com"] };
  const form = await owner.createForm("Contact");
  await owner.updateForm(form.id, { settings });
  await page.goto(`/forms/${form.id}/settings/spam`);
  await expect(page.getByLabel("Hostnames")).toHaveValue("www.example.com");
  await page.getByLabel("Site key").fill("0x4AAAAsite");
  await page.getByRole("button", { name: "Connect widget" }).click();
  await expect(page.getByLabel("Secret key")).toBeFocused();
  await page.getByLabel("Secret key").fill("wrong secret".replace(" ", "-"));
  await page.getByRole("button", { name: "Connect widget" }).click();
  await expect(page.getByText("Cloudflare rejected this secret key")).toBeVisible();
  await expect(page.getByLabel("Site key")).toHaveValue("0x4AAAAsite");
  await page.getByLabel("Secret key").fill("0x4AAAAsecret");
  await page.getByRole("button", { name: "Connect widget" }).click();
  await expect(page.getByText("Observing. No messages yet.")).toBeVisible();
  await expect(page.getByText("Verification will be required after the first")).toBeVisible();
  await expect(page.getByText("0x4AAAAsite").first()).toBeVisible();
  expect(await page.content()).not.toContain("0x4AAAAsecret");
  await owner.updateForm(form.id, { settings: { allowedOrigins: [] } });
  await proveWidget(owner, form);
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Disconnect widget" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect widget" }).click();
  await expect(page.getByText("Not connected")).toBeVisible();
  await page.getByRole("link", { name: "Install tab" }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/install`);
  expect((await readForm(owner, form.id)).turnstile).toBeNull();
});

test("the auto-reply preview updates while typing", async ({ dashboard: page, form }) => {
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  const email = page.frameLocator("[title='Auto-reply preview']").locator("body");
  await expect(email).toContainText("We’ll reply within two business days.");
  await page.getByLabel("Message", { exact: true }).fill("<b>Bold?</b>\nSecond line");
  await page.getByLabel("Subject", { exact: true }).fill("We have it");
  await expect(email).toContainText("<b>Bold?</b>");
  await expect(email).toContainText("Unsubscribe from automatic replies");
  await expect(page.getByText("We have it", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText("Auto-reply is off.")).toBeVisible();
});

test("auto-reply can be turned on by keyboard once its requirements are met, and the page shows which aren't", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  const isOn = page.getByLabel("Reply to visitors automatically");
  await expect(isOn).toBeDisabled();
  await expect(isOn).toHaveAccessibleDescription("Set up and confirm a challenge first.");
  await page.getByRole("link", { name: "Open Spam protection" }).first().click();
  await expect(page.getByRole("button", { name: "Connect widget" })).toBeVisible();

  await saveWidget(owner, form.id, "0x4AAAAsite");
  await proveWidget(owner, form);
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  const requirements = page.locator("details", { hasText: "Requirements" }).first();
  await expect(requirements).not.toHaveAttribute("open");
  // Drawn by a script, so the page is ready.
  await expect(page.frameLocator("iframe").locator("body")).toContainText("two business days");
  await requirements.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/widget is connected and confirmed/)).toBeVisible();
  await tabTo(page, "switch", "Reply to visitors automatically");
  await page.keyboard.press("Space");
  await tabTo(page, "textbox", "Message");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Typed by keys");
  await tabTo(page, "button", "Save auto-reply");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved. Visitors who opt in get this reply.")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Typed by keys");
});

test("auto-reply that lost its widget is marked, keeps typed text, and can be turned off", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await saveWidget(owner, form.id, "0x4AAAAsite");
  await proveWidget(owner, form);
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  const isOn = page.getByLabel("Reply to visitors automatically");
  await isOn.check();
  await page.getByLabel("Message", { exact: true }).fill("Typed");
  await saveWidget(owner, form.id, "0x4AAAAother");
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText(/widget isn't confirmed yet/)).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Typed");
  await expect(isOn).toBeChecked();
  await isOn.uncheck();
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText("Auto-reply is off.")).toBeVisible();
});

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
  await expect(page.getByRole("link", { name: /edsger-/ })).toHaveCount(0);

  const visitor = await browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Send my message" }).click();
  await expect(visitor.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole("button")).toHaveCount(0);
  await visitor.close();

  await page.goto("/inbox");
  await page.getByRole("link", { name: /edsger-/ }).click();
  await expect(page.getByRole("article").getByText(/Confirmed on/)).toBeVisible();
  await owner.awaitEmail("notification", recipient.email, "Waiting");
});
