import { expectAccessible } from "#tests/e2e/support/looks";
import { download, expect, signIn, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("a person's data is found across forms, exported, and deleted with a receipt", async ({
  dashboard: page,
  owner,
}) => {
  const recipient = await owner.ownRecipient();
  const options = { recipientIds: [recipient.id] };
  const forms = [
    await owner.createForm("Contact", options),
    await owner.createForm("Jobs", options),
  ];
  const person = "person@example.com";
  for (const form of forms) {
    const id = await sendMessage(owner.baseUrl, form, {
      email: person,
      message: `To ${form.name}`,
    });
    await owner.awaitSent(id);
  }
  const [contact] = forms;
  if (!contact) throw new Error("there is a form");
  await sendMessage(owner.baseUrl, contact, { email: "other@example.com", message: "Hello" });

  await page.goto("/settings/data");
  await page.getByLabel("Person’s email address").fill(person.toUpperCase());
  await page.getByRole("button", { name: "Find" }).click();
  const found = page.getByRole("region", { name: "Results" });
  await expect(found).toContainText("Contact (1 message)");
  await expect(found).toContainText("Jobs (1 message)");
  await expect(page).toHaveURL("/settings/data");

  const { bytes } = await download(page, found.getByRole("button", { name: "Export data" }));
  const file = JSON.parse(bytes.toString());
  expect(file.messages).toHaveLength(2);

  await found.getByRole("button", { name: "Delete everything" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("2 messages");
  const confirm = dialog.getByRole("button", { name: "Delete permanently" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("someone else");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill(file.person.toUpperCase());
  await confirm.click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("Deleted all data");
  await expect(receipt.getByText("Messages").locator("..")).toContainText("2");
  await expectAccessible(page);
  await expect(page.getByText("Person’s data deleted")).toBeVisible();
  await expect(page.getByText("Person’s data exported")).toBeVisible();
  await expect(page.getByText(/^2 messages, 2 emails/).last()).toBeVisible();

  await page.goto("/inbox?folder=all");
  await expect(page.getByText("other@example.com")).toBeVisible();
  await expect(page.getByText(person)).toHaveCount(0);
});

test("searching for an unknown person finds nothing and has nothing to delete", async ({
  context,
  page,
  world,
}) => {
  await signIn(context, world.owner);
  await page.goto("/settings/data");
  await page.getByLabel("Person’s email address").fill("no address");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByLabel("Person’s email address")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Person’s email address").fill("nobody@example.net");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("Nothing found for nobody@example.net")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete everything" })).toHaveCount(0);
});
