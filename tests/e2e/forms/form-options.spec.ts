import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("a form opens and closes at the times of its settings, and visitors read the owner's text", async ({
  dashboard: page,
  owner,
  service: { baseUrl },
}) => {
  const form = await owner.createForm("Summer school");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByLabel("Opens", { exact: true }).fill("2999-12-03T09:00");
  await page.getByLabel("Text while it’s closed").fill("We open in December.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByText("Opens 3 Dec 2999")).toBeVisible();
  await expect(page.getByLabel("Opens", { exact: true })).toHaveValue("2999-12-03T09:00");
  await page.goto(`${baseUrl}/f/${form.publicKey}`);
  await expect(page.getByText("We open in December.")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("a form with room for one message is full after it", async ({
  dashboard: page,
  owner,
  service: { baseUrl },
}) => {
  const form = await owner.createForm("One place");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByLabel("Room for (messages)").fill("1");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await sendMessage(baseUrl, form, { message: "Me, please" });
  await page.goto(`${baseUrl}/f/${form.publicKey}`);
  await expect(page.getByText("as many messages as it can take")).toBeVisible();
  await page.goto(`/forms/${form.id}/settings`);
  await expect(page.getByText("Full", { exact: true })).toBeVisible();
  await expect(page.getByText("The form has 1 message now.")).toBeVisible();
});
