import { openMessage, receive, row } from "#tests/e2e/support/inbox";
import { setAccepted } from "#tests/e2e/support/past";
import { expect, signIn, test } from "#tests/e2e/support/test";

test("usage of an earlier month has its own URL, with a chart and a table", async ({
  context,
  page,
  world,
}) => {
  await signIn(context, world.owner);
  await page.goto("/usage");
  const months = page.getByRole("list", { name: "Per month" });
  await expect(months.getByRole("link")).toHaveCount(12);
  const words = await months.getByRole("link").nth(3).getAttribute("aria-label");
  const [, month = "", accepted = ""] = /^(\w+ \d{4}): ([\d,]+) accepted/.exec(words ?? "") ?? [];
  await months.getByRole("link").nth(3).click();
  await expect(page).toHaveURL(/\/usage\?month=\d{4}-\d{2}$/);
  await expect(page.getByRole("heading", { name: month })).toBeVisible();
  await expect(page.getByRole("img", { name: `${month}: ${accepted} accepted` })).toBeVisible();
  await page.getByText("Show as table").first().click();
  const days = page.getByRole("table", { name: `Accepted and spam per UTC day, ${month}` });
  const figures = await days
    .getByRole("row")
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => Number(row.querySelector("td")?.textContent?.replaceAll(",", ""))),
    );
  const sum = figures.reduce((total, figure) => total + figure, 0);
  expect(sum.toLocaleString("en-US")).toBe(accepted);
});

test("an invalid month shows the current one", async ({ dashboard: page }) => {
  await page.goto("/usage?month=1999-13");
  const now = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  await expect(page.getByRole("heading", { name: now.format(Date.now()) })).toBeVisible();
});

test("every page says how much of the allowance is used once it's nearly all", async ({
  dashboard: page,
  owner,
  service,
}) => {
  await setAccepted(service.dataDir, owner, 799);
  await page.goto("/forms");
  const banner = page.getByRole("region", { name: "Monthly allowance" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await setAccepted(service.dataDir, owner, 828);
  await page.reload();
  await expect(banner).toContainText("You’ve used 82% of this month’s messages.");
  await expect(banner).toContainText("emails and webhook events of new ones wait until 1 ");
  await page.goto("/inbox");
  await expect(banner.getByRole("link", { name: "View plans" })).toBeVisible();
});

test("every page shows which messages are on hold, and a larger plan, free in test mode, sends them", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const form = await owner.createForm("Contact");
  await setAccepted(service.dataDir, owner, 1_000);
  const [id = ""] = await receive(owner, form, ["Ada"]);
  await page.goto("/forms");
  const banner = page.getByRole("region", { name: "Monthly allowance" });
  await expect(banner).toContainText("1 message on hold since");
  await expect(banner).toContainText("Emails and webhook events go out on 1 ");
  await page.goto("/inbox");
  const message = await openMessage(page, "Ada");
  await expect(message.getByText("On hold: the month’s allowance was used up.")).toBeVisible();
  await expect(row(page, "Ada")).toBeInViewport();
  await banner.getByRole("link", { name: "View plans" }).click();
  await expect(page.getByText("Test mode is free.")).toBeVisible();
  await page.getByRole("button", { name: "Switch to Team" }).click();
  await expect(page.getByText("of 10,000 messages")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Current plan" })).toContainText(
    "Team",
  );
  await expect(banner).toHaveCount(0);
  expect(await owner.readMessage(id)).toMatchObject({ heldReason: null });
});

test("every page shows that forms are rejecting messages at twice the allowance", async ({
  dashboard: page,
  owner,
  service,
}) => {
  await setAccepted(service.dataDir, owner, 2_000);
  await page.goto("/recipients");
  await expect(page.getByRole("region", { name: "Monthly allowance" })).toContainText(
    "Your forms are rejecting messages until 1 ",
  );
});
