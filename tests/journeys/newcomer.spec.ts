import { copySnippet, openEmail, openFirstForm, openMessage } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

test("a newcomer signs up, puts the code on a website, gets a message, and answers it", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Harbour Studio");
  const address = website.publish("/contact", `<h1>Contact us</h1>${await copySnippet(owner)}`);

  const visitor = await newPerson();
  await visitor.goto(address);
  await visitor.getByLabel("Email").fill("grace@example.com");
  await visitor.getByLabel("Message").fill("Please call me.\nThanks, Grace");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  await visitor.getByRole("link", { name: /^Back to/ }).click();
  await expect(visitor.getByRole("heading", { name: "Contact us" })).toBeVisible();

  const email = await openEmail(owner, /^Contact/);
  await expect(email).toContainText("Please call me.");
  const message = await openMessage(owner, /grace@example\.com/);
  await expect(message).toContainText("Please call me.");
  await message.getByRole("button", { name: "Reply to grace@example.com" }).click();
  await owner.getByLabel("Reply to grace@example.com").fill("I’ll call you tomorrow.");
  await owner.getByRole("button", { name: "Send", exact: true }).click();
  await expect(message).toContainText(/Answered by/);
  const reply = await openEmail(owner, /^Re: /);
  await expect(reply).toContainText("I’ll call you tomorrow.");
  await expect(reply).toContainText("you wrote:");
});
