import { runSql } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

const LETTERS = { name: "xKqZtRvbWp", message: "QmTzRkLpWvXbYh zQxVwJkHtB" };

test("after two weeks of watching, the page says what moving would have done, and turns it on", async ({
  dashboard: page,
  owner,
  service: { baseUrl, dataDir },
}) => {
  const form = await owner.createForm("Contact");
  const sent = [
    await sendMessage(baseUrl, form, LETTERS),
    await sendMessage(baseUrl, form, LETTERS),
  ];
  const [first = ""] = sent;
  await owner.api("PATCH", `/submissions/${first}`, 200, { suspected: false });
  await page.goto(`/forms/${form.id}/settings/spam`);
  const report = page.getByText("would have been moved");
  await expect(page.getByLabel("What happens to spam")).toHaveValue("watch");
  await expect(report, "too early to say").toHaveCount(0);
  const past = "now() - interval '15 days'";
  await runSql(dataDir, `UPDATE forms SET created_at = ${past} WHERE id = $1`, [form.id]);
  await runSql(dataDir, `UPDATE submissions SET received_at = ${past} WHERE form_id = $1`, [
    form.id,
  ]);
  await page.reload();
  await expect(report).toContainText(
    "2 messages would have been moved to the spam folder. You disagreed with 1.",
  );
  await page.getByRole("button", { name: "Move spam from now on" }).click();
  await expect(page.getByLabel("What happens to spam")).toHaveValue("move");
  await expect(report).toHaveCount(0);
  const next = await sendMessage(baseUrl, form, { ...LETTERS, name: "WqZxKvBnMt" });
  expect(await owner.readMessage(next)).toMatchObject({ folder: "spam", spamReason: "content" });
});

test("a safe sender is added, is off the block list, and can be removed", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings/spam`);
  await page.getByLabel("Address or domain").fill("@example.com");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  const blocked = page.getByRole("list", { name: "Blocked senders" });
  await expect(blocked).toContainText("@example.com");
  await page.getByLabel("Sender to trust").fill("@example.com");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("list", { name: "Safe senders" })).toContainText("@example.com");
  await expect(blocked).toHaveCount(0);
  await page.getByRole("button", { name: "Remove @example.com" }).click();
  await expect(page.getByRole("list", { name: "Safe senders" })).toHaveCount(0);
});

test("the weekly email is turned on, and learned words are forgotten, on the page about the filter", async ({
  dashboard: page,
}) => {
  await page.goto("/settings/spam");
  const weekly = page.getByRole("switch", { name: "Email me once a week about spam" });
  await weekly.check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await page.reload();
  await expect(weekly).toBeChecked();
  await page.getByRole("button", { name: "Forget words" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Forget words" }).click();
  await expect(page.getByText("The words are forgotten.")).toBeVisible();
});
