import { openContactForm } from "#tests/journeys/support/contact-form";
import { openFirstForm, openMessage, readAction } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

test("an owner sees why messages look like spam, says which are, and lets the filter move them", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Corner Bakery");
  const action = await readAction(owner);
  const formPage = owner.url();
  const write = await openContactForm(website, action, newPerson);
  await write("xKqZtRvbWp", "bot@example.net", "QmTzRkLpWvXbYh zQxVwJkHtB");
  await write("Ines Okafor", "ines@example.org", "Ines Okafor");
  await write("Tom Reed", "tom@example.org", "Twelve rolls for Saturday, please.");

  const bot = await openMessage(owner, /xKqZtRvbWp/);
  await expect(
    bot.getByText("Looks like spam: random letters in two fields or more."),
  ).toBeVisible();
  await bot.getByRole("button", { name: "Spam", exact: true }).last().click();
  await expect(owner.getByText("Moved to spam.")).toBeVisible();

  const ines = await openMessage(owner, /Ines Okafor/);
  await expect(
    ines.getByText("Looks like spam: only the name or address, repeated."),
  ).toBeVisible();
  await ines.getByRole("button", { name: "Not spam" }).click();
  await expect(ines.getByText("Looks like spam")).toHaveCount(0);

  const tom = await openMessage(owner, /Tom Reed/);
  await expect(tom.getByText("Looks like spam")).toHaveCount(0);

  await owner.goto(formPage);
  await owner
    .getByRole("navigation", { name: "Form", exact: true })
    .getByRole("link", { name: "Settings" })
    .click();
  await owner.getByRole("link", { name: "Spam protection" }).click();
  await owner.getByLabel("What happens to spam").selectOption({ label: MOVE });
  await owner.getByRole("button", { name: "Save changes" }).click();
  await expect(owner.getByRole("button", { name: "Save changes" })).toHaveCount(0);

  await write("WqZxKvBnMt", "bot2@example.net", "RtYpLkJhGf VbNmQwXzKj");
  await write("Ines Okafor", "ines@example.org", "ines@example.org");
  await owner.goto("/inbox?folder=spam");
  await owner.getByRole("link", { name: /WqZxKvBnMt/ }).click();
  await expect(
    owner.getByText("Looks like spam: random letters in two fields or more.").first(),
  ).toBeVisible();
  await owner.goto("/inbox");
  await expect(owner.getByRole("link", { name: /Ines Okafor/ })).toHaveCount(2);
  await expect(owner.getByText("Looks like spam")).toHaveCount(0);

  await owner.goto("/settings/spam");
  const figure = (name: string) => owner.locator("dl > div").filter({ hasText: name });
  await expect(figure("Caught")).toContainText("3");
  await expect(figure("Wrong")).toContainText("1");
  await expect(owner.getByRole("row", { name: /Random letters/ })).toContainText("2");
});

const MOVE = "Move it to the spam folder, without notifying anyone";
