import { copySnippet, openFirstForm, openMessage } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

test("an owner finds out why a message didn’t arrive, changes it, and the next one does", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Corner Bakery");
  const address = website.publish("/order", await copySnippet(owner));
  await owner
    .getByRole("navigation", { name: "Form", exact: true })
    .getByRole("link", { name: "Settings" })
    .click();
  await owner.getByRole("link", { name: "Spam protection" }).click();
  await owner.getByLabel("Allowed origins").fill("https://www.corner-bakery.com");
  await owner.getByRole("button", { name: /^Save/ }).click();
  await expect(owner.getByRole("button", { name: /^Save/ })).toHaveCount(0);

  const visitor = await newPerson();
  await visitor.goto(address);
  await visitor.getByLabel("Email").fill("ina@example.com");
  await visitor.getByLabel("Message").fill("Twelve rolls for Saturday");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("alert")).toBeVisible();
  await visitor.goBack();
  await expect(visitor.getByLabel("Message")).toHaveValue("Twelve rolls for Saturday");

  await owner.getByRole("link", { name: /^Messages/ }).click();
  await owner.getByRole("link", { name: "Why didn’t it arrive?" }).click();
  await expect(owner.getByRole("main").getByText(website.origin).first()).toBeVisible();
  await owner.getByRole("link", { name: "Open Spam protection" }).first().click();
  await owner.getByLabel("Allowed origins").fill("");
  await owner.getByRole("button", { name: /^Save/ }).click();
  await expect(owner.getByRole("button", { name: /^Save/ })).toHaveCount(0);

  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  await expect(await openMessage(owner, /ina@example\.com/)).toContainText("Twelve rolls");
});
