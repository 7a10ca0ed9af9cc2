import type { Locator } from "playwright/test";
import { openMessage, receive, row } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("a message in spam shows why, and Not spam moves it back", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const [id = ""] = await receive(owner, form, ["Ada"]);
  await owner.awaitSent(id);
  await page.goto("/inbox");
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Spam", exact: true }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await page.getByRole("link", { name: "Spam" }).first().click();
  const reason = row(page, "Ada").getByText("Moved manually");
  await expect(reason, "plain text, not a badge").toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf(reason)).toBe(await colorOf(reason.locator("..")));
  const message = await openMessage(page, "Ada");
  await expect(message.getByText("Moved to spam manually.")).toBeVisible();
  await expect(message.getByRole("link", { name: /^Reply/ })).toHaveCount(0);
  await message.getByRole("button", { name: "Not spam" }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await expect
    .poll(() => owner.readMessage(id))
    .toMatchObject({ folder: "inbox", spamReason: null });
});

test("a message appears in the list it's moved to, even if that list opens before the move is done", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await receive(owner, form, ["Ada"]);
  const mayMove = Promise.withResolvers<void>();
  await page.goto("/inbox");
  await page.route("**/inbox**", async (route) => {
    if (route.request().method() === "POST") await mayMove.promise;
    await route.continue();
  });
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Spam", exact: true }).click();
  await page.getByRole("link", { name: "Spam" }).first().click();
  await expect(page.getByRole("heading", { name: "No spam" })).toBeVisible();
  mayMove.resolve();
  await expect(row(page, "Ada")).toContainText("Moved manually");
});

test("Not spam offers to send the suppressed email", async ({ dashboard: page, owner, form }) => {
  const id = await sendMessage(owner.baseUrl, form, {
    name: "Ada",
    email: "ada@example.com",
    botcheck: "filled",
  });
  await page.goto("/inbox?folder=spam");
  await expect(row(page, "Ada")).toContainText("Honeypot");
  const message = await openMessage(page, "Ada");
  await expect(message.getByText("Marked as spam, so no one was notified.")).toBeVisible();
  await expect(message.getByRole("button", { name: "Not spam", exact: true })).toHaveCount(0);
  await message.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Not spam, send nothing" }).click();
  await expect(page.getByText("Not spam. Moved to inbox.")).toBeVisible();
  expect((await owner.readMessage(id)).deliveries, "nothing is sent automatically").toEqual([]);
  await page.getByRole("button", { name: "Send the email" }).click();
  await expect(page.getByText("Marked as not spam. Sending the email now.")).toBeVisible();
  expect((await owner.awaitSent(id)).deliveries).toHaveLength(1);
  await page.goto(`/inbox/${id}`);
  await expect(message.getByText("Notifications were held while it was in spam.")).toBeVisible();
});
