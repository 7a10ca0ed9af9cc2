import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("deleting a workspace shows the losses and needs its name and the password @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const recipient = await owner.ownRecipient();
  const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await page.goto("/settings");
  await page.getByRole("link", { name: "Delete workspace" }).click();
  const figure = (label: string) =>
    page.locator("dl > div").filter({ hasText: label }).locator("dd");
  await expect(figure("Forms")).toHaveText("1");
  await expect(figure("Messages (all folders)")).toHaveText("1");

  const remove = page.getByRole("button", { name: "Delete workspace permanently" });
  const name = page.getByLabel(`Type ${owner.workspaceName} to confirm`);
  const password = page.getByLabel("Current password", { exact: true });
  await name.fill("Another workspace");
  await password.fill(owner.password);
  await remove.click();
  await expect(page.getByText("Doesn’t match the workspace name.")).toBeVisible();
  await name.fill(owner.workspaceName);
  await password.fill("not the password");
  await remove.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("is incorrect");
  await expect(name).toHaveValue(owner.workspaceName);

  await password.fill(owner.password);
  await remove.click();
  await expect(page.getByRole("heading", { name: "Workspace deleted" })).toBeVisible();
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect((await page.request.get(`/f/${form.publicKey}`)).status()).toBe(404);
});
