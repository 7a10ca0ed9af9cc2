import { openMessage, row } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/owner";

test("blocking a sender moves their messages to spam, and Not spam offers to unblock them", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const send = (name: string, email: string) =>
    sendMessage(owner.baseUrl, form, { name, email, message: "hello" });
  const first = await send("Ada", "ada@shop.example");
  await send("Bob", "bob@example.com");
  await page.goto("/inbox");
  await (await openMessage(page, "Ada")).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Block sender" }).click();
  const dialog = page.getByRole("dialog", { name: "Block sender?" });
  await dialog.getByRole("radio", { name: /^@shop\.example/ }).check();
  await expect(dialog.getByText("Move 1 message in the inbox to spam too")).toBeVisible();
  await dialog.getByRole("button", { name: "Block domain" }).click();
  await expect(page.getByText("Blocked @shop.example. Moved 1 message to spam.")).toBeVisible();
  await expect.poll(async () => (await owner.readMessage(first)).folder).toBe("spam");

  const caught = await send("Eve", "eve@shop.example");
  expect(await owner.readMessage(caught)).toMatchObject({
    folder: "spam",
    spamReason: "blocked_sender",
  });
  await page.goto("/inbox?folder=spam");
  await expect(row(page, "Eve")).toContainText("Blocked sender");
  const message = await openMessage(page, "Eve");
  await expect(message.getByText("Sender blocked: @shop.example.")).toBeVisible();
  await message.getByRole("button", { name: "Not spam", exact: true }).click();
  await page.getByRole("button", { name: "Unblock sender" }).last().click();
  await expect(page.getByText("Unblocked @shop.example.")).toBeVisible();
  expect((await owner.readMessage(await send("Zoe", "zoe@shop.example"))).folder).toBe("inbox");
});

test("blocked words and senders are saved on the form’s page, and an error names the line", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/spam-protection`);
  const words = page.getByLabel("Words and phrases");
  await words.fill("casino\n\nx");
  await page.getByRole("button", { name: "Save words" }).click();
  await expect(page.getByText("Line 3 must have 2 to 100 characters.")).toBeVisible();
  await expect(words).toHaveValue("casino\n\nx");
  await words.fill("casino\ncrypto investment");
  await page.getByRole("button", { name: "Save words" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByText("2 of 100.")).toBeVisible();

  const entry = page.getByLabel("Address or domain");
  await entry.fill("nonsense");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText(/email address or a domain, like/)).toBeVisible();
  await entry.fill("Shop.example");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  const list = page.getByRole("list", { name: "Blocked senders" });
  await expect(list.getByRole("listitem")).toContainText("@shop.example");

  const id = await sendMessage(owner.baseUrl, form, { message: "The best CASINO" });
  await page.goto(`/inbox?folder=spam&message=${id}`);
  await expect(page.getByText("Contains the blocked word “casino.”")).toBeVisible();
  await page.getByRole("link", { name: "Edit blocked words" }).click();
  await page.getByRole("button", { name: "Unblock @shop.example" }).click();
  await expect(page.getByText("No one is blocked.")).toBeVisible();
});
