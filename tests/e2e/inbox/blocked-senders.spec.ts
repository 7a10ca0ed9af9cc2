import { openInbox, openMessage, row } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("blocking a sender moves their messages to spam, and Not spam offers to unblock them @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const send = (name: string, email: string) =>
    sendMessage(owner.baseUrl, form, { name, email, message: "hello" });
  const first = await send("Ada", "ada@shop.example");
  await send("Bob", "bob@example.com");
  await page.goto("/inbox");
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Block sender" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Block sender?" });
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
  await expect(message.getByRole("button", { name: "Not spam", exact: true })).toHaveCount(0);
  await message.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Not spam, send nothing" }).click();
  // Unblocking doesn't cost the offer to send what was held back, nor the other way around.
  await expect(page.getByRole("button", { name: "Send the email" })).toBeVisible();
  await page.getByRole("button", { name: "Unblock sender" }).last().click();
  await expect(page.getByText("Unblocked @shop.example.")).toBeVisible();
  await page.getByRole("button", { name: "Send the email" }).last().click();
  await expect(page.getByText("Marked as not spam. Sending the email now.")).toBeVisible();
  expect((await owner.awaitSent(caught)).deliveries).toHaveLength(1);
  expect((await owner.readMessage(await send("Zoe", "zoe@shop.example"))).folder).toBe("inbox");
});

test("Undo unblocks a sender, unless they were blocked before, and restores their messages @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const send = (name: string) =>
    sendMessage(owner.baseUrl, form, { name, email: `${name}@shop.example`, message: "hello" });
  const folderOf = async (id: string) => (await owner.readMessage(id)).folder;
  const first = await send("ada");
  await page.goto("/inbox");
  const dialog = page.getByRole("alertdialog", { name: "Block sender?" });
  const block = async () => {
    await page.getByRole("article").getByRole("button", { name: "Block sender" }).click();
    await dialog.getByRole("radio", { name: /^@shop\.example/ }).check();
  };
  const confirm = () => dialog.getByRole("button", { name: "Block domain" }).click();
  const undo = () => page.getByRole("button", { name: "Undo" }).last().click();
  await openMessage(page, "ada");
  await block();
  await dialog.getByLabel("Move 1 message in the inbox to spam too").uncheck();
  await confirm();
  await expect(page.getByText("Blocked @shop.example.", { exact: true })).toBeVisible();
  await undo();
  await expect(page.getByText("Unblocked @shop.example.")).toBeVisible();
  expect(await folderOf(await send("bob"))).toBe("inbox");

  await block();
  await expect(dialog.getByText("Move 2 messages in the inbox to spam too")).toBeVisible();
  await confirm();
  await expect(page.getByText("Blocked @shop.example. Moved 2 messages to spam.")).toBeVisible();
  await expect.poll(() => folderOf(first)).toBe("spam");
  await undo();
  await expect.poll(() => folderOf(first)).toBe("inbox");
  await expect(page.getByText("Unblocked @shop.example.").last()).toBeVisible();
  expect(await folderOf(await send("cleo"))).toBe("inbox");

  await page.goto(`/forms/${form.id}/settings/spam`);
  await page.getByLabel("Address or domain").fill("@shop.example");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByRole("list", { name: "Blocked senders" })).toBeVisible();
  await openInbox(page, `/inbox?message=${first}`);
  await block();
  await expect(dialog.getByText("Move 3 messages in the inbox to spam too")).toBeVisible();
  await confirm();
  await expect(page.getByText(/^@shop\.example was already blocked\. Moved 3/)).toBeVisible();
  await expect.poll(() => folderOf(first)).toBe("spam");
  await undo();
  await expect.poll(() => folderOf(first)).toBe("inbox");
  expect(await folderOf(await send("dora")), "stays blocked").toBe("spam");
});

test("blocked words and senders are saved on the form’s page, and an error names the line @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings/spam`);
  const words = page.getByLabel("Words and phrases");
  await words.fill("casino\n\nx");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Line 3 must have 2 to 100 characters.")).toBeVisible();
  await expect(words).toHaveValue("casino\n\nx");
  await words.fill("casino\ncrypto investment");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const days = page.getByLabel("Delete spam after (days)");
  await days.fill("366");
  await page.getByLabel("Honeypot field").fill("trap");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(days).toHaveAccessibleDescription(/Must be 1 to 365 days/);
  await days.fill("30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await expect(days).not.toHaveAttribute("aria-invalid", "true");
  await page.reload();
  await expect(days).toHaveValue("30");
  await expect(page.getByLabel("Honeypot field")).toHaveValue("trap");
  await expect(words).toHaveValue("casino\ncrypto investment");

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
  await expect(page.getByText("Contains the blocked word “casino”.")).toBeVisible();
  await page.getByRole("link", { name: "Edit blocked words" }).click();
  await page.getByRole("button", { name: "Unblock @shop.example" }).click();
  await expect(page.getByText("No one is blocked.")).toBeVisible();
});
