import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { tabTo } from "#tests/e2e/support/keys";
import { expect, signIn, test } from "#tests/e2e/support/test";
import { awaitDelivery, listDeliveries, saveWebhook } from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

const NAMES = ["Contact", "Orders", "Job applications"];

test("typing in the search shows the matching forms and puts the search into the URL @matrix", async ({
  dashboard: page,
  owner,
}) => {
  for (const name of NAMES) await owner.createForm(name);
  await page.goto("/forms");
  const names = page.getByRole("heading", { level: 2 });
  const search = page.getByLabel("Search forms");
  await search.pressSequentially("oRd");
  await expect(names).toHaveText(["Orders"]);
  await expect(page).toHaveURL("/forms?search=oRd");
  await expect(search).toBeFocused();
  await search.fill("nothing");
  await expect(page.getByText("No form is called “nothing”")).toBeVisible();
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(names).toHaveText(NAMES.toReversed());
  await expect(search).toHaveValue("");
});

test("forms can be sorted, and the order is in the URL @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const contact = await owner.createForm("Contact");
  await owner.createForm("Applications");
  await sendMessage(owner.baseUrl, contact, { message: "Hello" });
  await page.goto("/forms");
  const names = page.getByRole("heading", { level: 2 });
  await expect(names).toHaveText([/^Contact/, "Applications"]);
  await page.getByLabel("Sort by").selectOption("Newest first");
  await expect(names).toHaveText(["Applications", /^Contact/]);
  await expect(page).toHaveURL("/forms?sort=created");
  await page.getByLabel("Sort by").selectOption("Name");
  await expect(names).toHaveText(["Applications", /^Contact/]);
  await expect(page).toHaveURL("/forms?sort=name");
  await page.reload();
  await expect(page.getByLabel("Sort by")).toHaveValue("name");
});

test("an order selected before hydration is applied @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.createForm("Applications");
  await owner.createForm("Contact");
  const loadScripts = await holdScripts(page);
  await page.goto("/forms", { waitUntil: "commit" });
  await page.getByLabel("Sort by").selectOption("Name");
  loadScripts();
  await expect(page).toHaveURL("/forms?sort=name");
  await expect(page.getByLabel("Sort by")).toHaveValue("name");
});

test("a state of deliveries selected before hydration is applied @matrix", async ({
  dashboard: page,
  owner,
  connected: form,
}) => {
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await eventually("a delivery", async () => (await listDeliveries(owner, form.id))[0]);
  const loadScripts = await holdScripts(page);
  const path = `/forms/${form.id}/integrations/webhook`;
  await page.goto(path, { waitUntil: "commit" });
  await page.getByLabel("State", { exact: true }).selectOption("Failed");
  loadScripts();
  await expect(page).toHaveURL(`${path}?status=failed`);
});

test("a row says that deliveries fail, keeps a long name on its line, and draws no chart of nothing @matrix", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const name = "Applications for the traineeship in the northern and the southern hall in May";
  const form = await owner.createForm(name);
  await saveWebhook(owner, form.id, receiver.url);
  receiver.reply(answer(410));
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await awaitDelivery(owner, form.id, "failed");
  await owner.createForm("Unused");
  await page.goto("/forms");
  const rows = page.getByRole("main").getByRole("listitem");
  const failing = rows.filter({ hasText: "traineeship" });
  await expect(failing.getByText("Failing")).toBeVisible();
  const box = await failing.getByRole("link", { name }).boundingBox();
  expect(box?.height).toBeLessThan(30);
  const unused = rows.filter({ hasText: "Unused" });
  await expect(unused).toContainText("No messages yet");
  await expect(unused.getByRole("img")).toHaveCount(0);
});

test("a row copies the form's URL and, by keyboard, duplicates the form @matrix", async ({
  dashboard: page,
  context,
  owner,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = await owner.createForm("Contact", { settings: { subject: "From the site" } });
  await page.goto("/forms");
  await page.getByRole("button", { name: "Copy URL of Contact" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${owner.baseUrl}/f/${form.publicKey}`,
  );
  await tabTo(page, "button", "More for Contact");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Messages" })).toBeFocused();
  await page.keyboard.press("D");
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Duplicate form");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Contact copy" })).toBeVisible();
  await page.getByRole("link", { name: "Notify", exact: true }).click();
  await expect(page.getByLabel("Email subject")).toHaveValue("From the site");
});

test("the subject's preview follows the typed text, with the values of the newest message @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/notify`);
  const preview = page.getByRole("status").filter({ hasText: /^Contact: / });
  await page.getByLabel("Email subject").fill("{{form}}: ");
  await page.getByRole("button", { name: "Insert {{name}}" }).click();
  await expect(preview).toHaveText("Contact: Ada Lovelace");
  await expect(page.getByText("Preview, with example values")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const id = await sendMessage(owner.baseUrl, form, {
    name: "Grace\nHopper",
    email: "g@example.com",
  });
  const { deliveries } = await owner.awaitSent(id);
  const { subject } = await owner.awaitEmail("notification", deliveries[0]?.email ?? "", id);
  await page.reload();
  await expect(page.getByText("Preview, with the newest message")).toBeVisible();
  await expect(preview).toHaveText(subject);
  expect(subject).toBe("Contact: Grace Hopper");
});

test("a rejected submission is listed with time, reason, and origin, and the doctor shows what to fix @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/diagnostics`);
  await expect(page.getByText("No problems found.")).toBeVisible();
  await expect(page.getByText("No rejected submissions")).toBeVisible();
  await owner.updateForm(form.id, { settings: { allowedOrigins: ["https://www.example.com"] } });
  const origin = "https://example.com";
  for (const status of [403, 403]) {
    const response = await fetch(`${owner.baseUrl}/f/${form.publicKey}`, {
      method: "POST",
      headers: { origin, "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ message: "<b>lost</b>" }),
    });
    expect(response.status).toBe(status);
  }
  const table = page.getByRole("table");
  await eventually("the rejections", async () => {
    await page.reload();
    return (await table.getByText("https://example.com").count()) > 0 || undefined;
  });
  await expect(table.getByRole("row").last()).toContainText("Origin not allowed");
  await expect(page.getByText(/2 \w+ were rejected in the last 7 days/)).toBeVisible();
  await expect(page.getByText(/Add https:\/\/example\.com/)).toBeVisible();
  await page.getByRole("link", { name: "Open Spam protection" }).first().click();
  await expect(page.getByLabel("Allowed origins")).toHaveValue("https://www.example.com");
  await page.goto(`/forms/${form.id}`);
  await page.getByRole("link", { name: "Why didn’t it arrive?" }).click();
  await expect(table).toBeVisible();
});

test("a form from the dashboard names itself and the sender in its subject, and Save is in view once something changed @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel("Form name").fill("Contact");
  await page.getByRole("button", { name: "Create form" }).click();
  const tabs = page.getByRole("navigation", { name: "Form", exact: true });
  await tabs.getByRole("link", { name: "Notify" }).click();
  await expect(page.getByLabel("Email subject")).toHaveValue("{{form}}: {{name}}");
  await tabs.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await page.getByLabel("Form name").fill("Renamed");
  await expect(page.getByLabel("Form name")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeInViewport();
  const titles = await page.getByRole("main").getByRole("heading").allTextContents();
  expect(titles.filter((title) => /protection|spam/i.test(title))).toEqual([]);
});

test("each requirement of the auto-reply stands apart @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  const text = await page.getByText("Without one, bots could").boundingBox();
  const next = await page.getByRole("heading", { name: /A confirmed recipient/ }).boundingBox();
  expect((next?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeGreaterThan(24);
});

test("a form accepts the types of files that are checked, and at least one @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Job application");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByRole("switch", { name: "Accept files" }).check();
  const types = page.getByRole("group", { name: "Types of files" });
  for (const type of await types.getByRole("checkbox").all()) await type.uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(types.getByText("must include at least one type")).toBeVisible();
  await types.getByRole("checkbox", { name: "PDF" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(`/f/${form.publicKey}`);
  await expect(page.getByText("(PDF)")).toBeVisible();
  await expect(page.locator("input[type=file]")).toHaveAttribute("accept", ".pdf");
});

test("pausing a form asks first and closes it to visitors until it's resumed", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const status = async () => (await fetch(`${owner.baseUrl}/f/${form.publicKey}`)).status;
  await page.goto(`/forms/${form.id}`);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Pause form" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  expect(await status()).toBe(403);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  expect(await status()).toBe(200);
});

test("deleting a form shows how many messages are deleted with it", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  for (const message of ["one", "two"]) await sendMessage(owner.baseUrl, form, { message });
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByRole("button", { name: "Delete form" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("2 messages will be permanently deleted, with all files");
  await expect(question.getByRole("button", { name: "Delete form" })).toBeDisabled();
  await question.getByLabel("Type delete 2 messages to confirm").fill("delete 2 messages");
  await question.getByRole("button", { name: "Delete form" }).click();
  await expect(page.getByText("No forms yet")).toBeVisible();
  expect(await owner.listMessages()).toEqual([]);
});

test("an invalid setting shows its error at the field, and the other fields keep their text", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings/spam`);
  await page.getByLabel("Allowed origins").fill("https://example.com/path");
  await page.getByLabel("Honeypot field").fill("website");
  await page.getByRole("button", { name: "Save changes" }).click();
  const field = page.getByLabel("Allowed origins");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/HTTPS origin/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("https://example.com/path");
  await expect(page.getByLabel("Honeypot field")).toHaveValue("website");
  await field.fill("https://EXAMPLE.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(field).toHaveValue("https://example.com");
  await page.reload();
  await expect(field).toHaveValue("https://example.com");
});

test("a test message from the form's page arrives in the inbox", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}`);
  await page.getByLabel("Message", { exact: true }).fill("Does it work?");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect.poll(async () => (await owner.listMessages()).length).toBe(1);
  await expect(page.getByText(/^Recipients: told-\S+ \(form default\)\.$/)).toBeVisible();
  await expect(
    page.getByText(/^The email to told-\S+ was captured in the test inbox\.$/),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /Does it work\?/ })).toBeVisible();
});

test("a form's page shows its activity first, and its code under Install", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}`);
  await expect(page.getByRole("heading", { name: "Add this form to your site" })).toBeVisible();
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await sendMessage(owner.baseUrl, form, { message: "Buy", botcheck: "x" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Last 30 days" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Last 30 days: 1 accepted, 1 spam" })).toBeVisible();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText(/11$/);
  await expect(page.getByRole("heading", { name: "Add this form to your site" })).toHaveCount(0);
  await page.getByRole("link", { name: "Install", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add this form to your site" })).toBeVisible();
});

test("the selected theme is remembered and overrides the system's", async ({
  dashboard: page,
  owner,
  context,
}) => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/forms");
  const menu = page.locator("summary", { hasText: "Workspaces and theme" });
  await menu.click();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  expect(await background()).toBe("dark");
  await page.reload();
  expect(await background()).toBe("dark");
  await signIn(context, owner);
  await page.goto("/usage");
  await menu.click();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("a form URL without a hosted form isn't presented as one, and a test message would be rejected", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const link = page.getByRole("link", { name: "Open hosted form" });
  await page.goto(`/forms/${form.id}`);
  await expect(page.getByText("Open it in a browser to share a hosted form.")).toBeVisible();
  await expect(link).toBeVisible();
  const settings = { allowedOrigins: ["https://www.example.com"] };
  await owner.updateForm(form.id, { settings });
  await page.reload();
  await expect(
    page.getByText("The hosted form is off while allowed origins are set."),
  ).toBeVisible();
  await expect(page.getByText(/^Only https:\/\/www\.example\.com can submit/)).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.goto(`/forms/${form.id}/form`);
  const section = page.getByRole("region", { name: "Preview" });
  await expect(section.getByText("Visitors can’t open this page while")).toBeVisible();
  await expect(section.getByRole("link", { name: "Open saved page" })).toHaveCount(0);
  await section.getByRole("link", { name: "allowed origins" }).click();
  await expect(page.getByLabel("Allowed origins")).toHaveValue("https://www.example.com");
});

test("a form's overview announces its first message @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  await page.goto(`/forms/${form.id}`);
  await expect(page.getByText("No messages yet.")).toBeVisible();
  await sendMessage(owner.baseUrl, form, { name: "Ada", message: "Hello" });
  await expect(page.getByText("Your first message has arrived.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /^Ada/ })).toBeVisible();
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.getByRole("article").getByText("Hello")).toBeVisible();
});
