import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/owner";

test("onboarding steps are checked off as they happen", async ({ dashboard: page, owner }) => {
  await page.goto("/welcome");
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expect(page.getByRole("heading", { name: /\(done\)$/ })).toHaveCount(0);
  const form = await owner.createForm("Contact");
  await page.reload();
  await expect(page.getByText("2 of 5 done")).toBeVisible();
  await owner.awaitSent(await sendMessage(owner.baseUrl, form, { message: "Hello" }));
  await page.reload();
  await expect(page.getByText("4 of 5 done")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Read it in the inbox" })).toBeVisible();
  const [message] = await owner.listMessages();
  await owner.updateMessage(message?.id ?? "", { read: true });
  await page.reload();
  await expect(page.getByRole("heading", { name: "You’re all set" })).toBeVisible();
  const left = page.getByRole("list", { name: "Steps left" });
  await expect(left.getByRole("listitem"), "only what’s left").toHaveCount(1);
  await expect(page.getByRole("link", { name: /^Route messages/ })).toHaveAttribute(
    "href",
    `/forms/${form.id}/routing`,
  );
  await expect(page.getByRole("link", { name: "Get started" })).toHaveCount(0);
  await owner.api("DELETE", `/submissions/${message?.id}`, 204);
  await page.goto("/");
  await expect(page, "also once the test message is deleted").toHaveURL("/inbox");
  await expect(page.getByRole("link", { name: "Get started" })).toHaveCount(0);
});

test("the webhook step leads to the forms, or to the form's webhook once there is a form", async ({
  dashboard: page,
  owner,
}) => {
  await page.goto("/welcome");
  const step = page.getByRole("listitem").filter({ hasText: "Connect a webhook" });
  await expect(step.getByRole("link", { name: "Open forms" })).toHaveAttribute("href", "/forms");
  const form = await owner.createForm("Contact");
  await page.reload();
  await step.getByRole("link", { name: "Connect webhook" }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/webhook`);
  await expect(page.getByLabel("Endpoint URL")).toBeVisible();
});
