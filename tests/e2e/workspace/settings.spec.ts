import { expectAccessible } from "#tests/e2e/support/looks";
import { download, expect, fillSignIn, openTab, signIn, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("a new sign-in email works once it's confirmed", async ({ dashboard: page, owner }) => {
  const email = `new-${owner.email}`;
  await page.goto("/settings/security");
  const form = page.locator("form").filter({ hasText: "New address" });
  await form.getByLabel("New address").fill(email);
  await form.getByLabel("Current password", { exact: true }).fill("not the password");
  await form.getByRole("button", { name: "Send confirmation" }).click();
  await expect(form.getByRole("alert")).toContainText("is incorrect");
  await expect(form.getByLabel("New address")).toHaveValue(email);
  await form.getByLabel("Current password", { exact: true }).fill(owner.password);
  await form.getByRole("button", { name: "Send confirmation" }).click();
  await expect(form.getByRole("status").filter({ hasText: email })).toBeVisible();

  const mail = await owner.awaitEmail("account", email);
  await page.goto(`/test-inbox/${mail.id}`);
  const link = page.frameLocator("iframe").getByRole("link").first();
  const confirmation = await openTab(page, link);
  await confirmation.getByRole("button", { name: "Confirm address" }).click();
  await expect(confirmation.getByRole("status")).toContainText(`Sign in with ${email}`);
  await page.goto("/settings");
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await confirmation.goto(/\S+\/confirm-email\?token=\w+/.exec(mail.text)?.[0] ?? "");
  await expect(confirmation.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
});

test("nothing typed is lost when the session ends", async ({ dashboard: page, owner }) => {
  await page.goto("/settings");
  const form = page.locator("form").filter({ hasText: "Workspace ID" });
  await form.getByLabel("Name", { exact: true }).fill("A better name");
  const headers = { origin: owner.baseUrl };
  expect((await page.request.post("/api/account/sign-out", { headers })).status()).toBe(204);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText(
    "You’re signed out, so this didn’t go through.",
  );
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("A better name");
  const other = await openTab(page, form.getByRole("link", { name: "sign in in another tab" }));
  await fillSignIn(other, owner);
  await expect(other).toHaveURL("/welcome");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("A better name");
});

test("other sessions can be ended one by one or all at once", async ({
  dashboard: page,
  owner,
  browser,
  serviceUrl,
}) => {
  const others = await Promise.all(
    [1, 2].map(async () => {
      const context = await browser.newContext({ baseURL: serviceUrl });
      const other = await context.newPage();
      await other.goto("/sign-in");
      await fillSignIn(other, owner);
      await expect(other).toHaveURL("/welcome");
      return other;
    }),
  );
  const areOut = async () => {
    const out = await Promise.all(
      others.map(async (other) => {
        await other.goto("/forms");
        return other.url().includes("/sign-in");
      }),
    );
    return out.filter(Boolean).length;
  };
  await page.goto("/settings/security");
  await page
    .getByRole("button", { name: /^Sign out .* on / })
    .first()
    .click();
  await expect(page.getByText("Session ended.")).toBeVisible();
  expect(await areOut()).toBe(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Sign out everywhere else" })
    .click();
  await expect(page.getByText("No other active sessions.")).toBeVisible();
  expect(await areOut()).toBe(2);
  await page.goto("/forms");
  await expect(page).toHaveURL("/forms");
  await Promise.all(others.map((other) => other.context().close()));
});

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
