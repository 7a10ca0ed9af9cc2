import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";
import { eventually, sendMessage } from "#tests/support/factories/owner";
import { listDeliveries, saveWebhook } from "#tests/support/factories/owner-forms";
import { answer } from "#tests/support/twins/receiver";

const NAMES = ["Contact", "Orders", "Job applications"];

test("typing in the search shows the matching forms and puts the search into the URL", async ({
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

test("forms can be sorted, and the order is in the URL", async ({ dashboard: page, owner }) => {
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

test("a row says that deliveries fail, keeps a long name on its line, and draws no chart of nothing", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const name = "Applications for the traineeship in the northern and the southern hall in May";
  const form = await owner.createForm(name);
  await saveWebhook(owner, form.id, receiver.url);
  receiver.reply(answer(410));
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await eventually("a failed delivery", async () =>
    (await listDeliveries(owner, form.id)).find(({ status }) => status === "failed"),
  );
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

test("a row copies the form's URL and, by keyboard, duplicates the form", async ({
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
  await expect(page.getByLabel("Email subject")).toHaveValue("From the site");
});

test("the subject's preview follows the typed text, with the values of the newest message", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings`);
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
