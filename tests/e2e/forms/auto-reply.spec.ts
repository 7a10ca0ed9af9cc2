import { readPage, save } from "#tests/e2e/support/editors";
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
  await expect(page.getByText("Verification will be required once a visitor")).toBeVisible();
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

const FIELDS = [
  { name: "email", type: "email", label: "Email" },
  {
    name: "day",
    type: "choice",
    label: "Day",
    options: [
      { value: "sat", label: "Saturday" },
      { value: "sun", label: "Sunday" },
    ],
  },
  { name: "guests", type: "number", label: "Guests" },
  { name: "wishes", type: "long_text", label: "Wishes" },
];

test("an auto-reply repeats what a visitor selected, as its preview shows, and no text", async ({
  dashboard: page,
  owner,
  stranger: visitor,
}) => {
  const form = await owner.createForm("Dinner");
  await owner.api("POST", `/forms/${form.id}/fields`, 200, { revision: null, fields: FIELDS });
  const filter = { revision: null, filter: "watch", challenge: true };
  await owner.api("POST", `/forms/${form.id}/spam`, 200, filter);
  const send = async (email: string, wishes: string) => {
    await visitor.getByRole("textbox", { name: /^Email/ }).fill(email);
    await visitor.getByLabel("Sunday").check();
    await visitor.getByLabel(/^Guests/).fill("4");
    await visitor.getByLabel(/^Wishes/).fill(wishes);
    await visitor.getByRole("button", { name: "Send message" }).click();
    await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  };
  await visitor.goto(`/f/${form.publicKey}`);
  await send(`first-${form.publicKey}@example.com`, "The first shows that the challenge works");

  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  await page.getByRole("switch", { name: "Reply to visitors automatically" }).click();
  const repeated = page.getByLabel("Repeat what they sent");
  const preview = page.frameLocator('iframe[title="Auto-reply preview"]').last();
  await repeated.selectOption("Everything, with text");
  await expect(page.getByText("Text is left out until visitors confirm")).toBeVisible();
  await repeated.selectOption("Selected options, numbers, and dates");
  await expect(page.getByText("Text is left out until visitors confirm")).toBeHidden();
  await expect(preview.getByRole("heading", { name: "What you sent" })).toBeVisible();
  await expect(preview.getByText("Saturday")).toBeVisible();
  await expect(preview.getByText("Wishes")).toHaveCount(0);
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText("Visitors who opt in get this reply")).toBeVisible();

  const email = `ada-${form.publicKey}@example.com`;
  await visitor.goto(`/f/${form.publicKey}`);
  await visitor.getByLabel(/automatic/i).check();
  await send(email, "A quiet table by the window");
  const { id } = await owner.awaitEmail("visitor_reply", email);
  await page.goto(`/test-inbox/${id}`);
  const mail = page.frameLocator("iframe").first();
  await expect(mail.getByRole("heading", { name: "What you sent" })).toBeVisible();
  await expect(mail.getByText("Sunday")).toBeVisible();
  await expect(mail.getByText("4", { exact: true })).toBeVisible();
  await expect(mail.getByText("quiet table")).toHaveCount(0);
});

test("a form without such fields says so, and the choice is kept", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  await page
    .getByLabel("Repeat what they sent")
    .selectOption("Selected options, numbers, and dates");
  await expect(page.getByText("The form has no fields of this kind yet.")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("Below your message. Files are never included.")).toBeVisible();
  await page.getByLabel("Repeat what they sent").selectOption("Everything, with text");
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText("Saved. Auto-reply is off.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Repeat what they sent")).toHaveValue("all");
});

test("double opt-in says what it requires, can be turned on once that's met, and stays when the page is changed", async ({
  dashboard: page,
  owner,
  stranger: visitor,
}) => {
  const form = await owner.createForm("Newsletter");
  const savedPage = () => readPage(owner, form);
  await owner.api("POST", `/forms/${form.id}/page`, 200, { revision: null, title: "Join us" });
  const path = `/forms/${form.id}/notify/auto-reply`;
  const confirm = page.getByRole("switch", { name: "Confirm the address first" });
  await page.goto(path);
  await expect(confirm).toBeDisabled();
  await expect(confirm).toHaveAccessibleDescription(
    /^Requires a Turnstile widget or the form’s own challenge/,
  );
  const filter = { revision: null, filter: "watch", challenge: true };
  await owner.api("POST", `/forms/${form.id}/spam`, 200, filter);
  await page.reload();
  await expect(confirm).toBeDisabled();
  await expect(confirm).toHaveAccessibleDescription(/^Requires a confirmed challenge\./);

  const send = async (message: string) => {
    await visitor.goto(`/f/${form.publicKey}`);
    await visitor.getByLabel(/^Email/).fill(`ada-${form.publicKey}@example.com`);
    await visitor.getByLabel(/^Message/).fill(message);
    await visitor.getByRole("button", { name: "Send message" }).click();
  };
  await send("The first shows that the challenge works");
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  await page.reload();
  await confirm.click();
  await page.getByRole("button", { name: "Save double opt-in" }).click();
  await expect(page.getByText("Saved. New messages wait for their sender.")).toBeVisible();
  expect(await savedPage()).toMatchObject({ title: "Join us", confirmEmail: true });

  await page.goto(`/forms/${form.id}/form`);
  await page.getByLabel("Title", { exact: true }).fill("Join us today");
  await save(page);
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  expect(await savedPage()).toMatchObject({ title: "Join us today", confirmEmail: true });
  await send("Please sign me up");
  await owner.awaitEmail("confirmation", `ada-${form.publicKey}@example.com`);
  expect(await owner.listMessages()).toHaveLength(1);

  await page.goto(path);
  await confirm.click();
  await page.getByRole("button", { name: "Save double opt-in" }).click();
  await expect(page.getByText("Saved. Messages arrive at once.")).toBeVisible();
  expect(await savedPage()).toMatchObject({ confirmEmail: false });
});

test("a refusal to turn on double opt-in names the place and keeps what was selected @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const address = `/forms/${form.id}/notify/auto-reply`;
  await page.goto(address);
  await page.getByRole("link", { name: "Open Spam protection" }).last().click();
  await expect(page).toHaveURL(`/forms/${form.id}/settings/spam`);

  await saveWidget(owner, form.id, "0x4AAAAsite");
  await proveWidget(owner, form);
  await page.goto(address);
  const optIn = page.getByLabel("Confirm the address first");
  await optIn.check();
  await owner.api("DELETE", `/forms/${form.id}/turnstile`, 204);
  await page.getByRole("button", { name: "Save double opt-in" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText(/under Spam protection in the form's settings/)).toBeVisible();
  await expect(main.locator("[aria-invalid=true], [role=alert]").first()).toBeFocused();
  await expect(optIn).toBeChecked();
  expect((await readPage(owner, form)).revision).toBeNull();
});
