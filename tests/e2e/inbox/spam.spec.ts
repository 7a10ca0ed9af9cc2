import type { Locator } from "playwright/test";
import { openInbox, openMessage, receive, row } from "#tests/e2e/support/inbox";
import { runSql } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { awaitDelivery } from "#tests/support/factories/owner-forms";
import { sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

test("a message in spam shows why, and Not spam moves it back", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const [id = ""] = await receive(owner, form, ["Ada"]);
  await owner.awaitSent(id);
  await page.goto("/inbox");
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Spam", exact: true }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await page.getByRole("link", { name: "Spam" }).first().click();
  const reason = row(page, "Ada").getByText("Moved manually");
  await expect(reason, "plain text, not a badge").toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf(reason)).toBe(await colorOf(reason.locator("..")));
  const message = await openMessage(page, "Ada");
  await expect(message.getByText("Moved to spam manually.")).toBeVisible();
  await expect(message.getByRole("link", { name: /^Reply/ })).toHaveCount(0);
  await message.getByRole("button", { name: "Not spam" }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await expect
    .poll(() => owner.readMessage(id))
    .toMatchObject({ folder: "inbox", spamReason: null });
});

test("a message appears in the list it's moved to, even if that list opens before the move is done", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await receive(owner, form, ["Ada"]);
  const mayMove = Promise.withResolvers<void>();
  await page.goto("/inbox");
  await page.route("**/inbox**", async (route) => {
    if (route.request().method() === "POST") await mayMove.promise;
    await route.continue();
  });
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Spam", exact: true }).click();
  await page.getByRole("link", { name: "Spam" }).first().click();
  await expect(page.getByRole("heading", { name: "No spam" })).toBeVisible();
  mayMove.resolve();
  await expect(row(page, "Ada")).toContainText("Moved manually");
});

test("Not spam offers to send the suppressed email", async ({ dashboard: page, owner, form }) => {
  const id = await sendMessage(owner.baseUrl, form, {
    name: "Ada",
    email: "ada@example.com",
    botcheck: "filled",
  });
  await page.goto("/inbox?folder=spam");
  await expect(row(page, "Ada")).toContainText("Honeypot");
  const message = await openMessage(page, "Ada");
  await expect(message.getByText("Marked as spam, so no one was notified.")).toBeVisible();
  await expect(message.getByRole("button", { name: "Not spam", exact: true })).toHaveCount(0);
  await message.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Not spam, send nothing" }).click();
  await expect(page.getByText("Not spam. Moved to inbox.")).toBeVisible();
  expect((await owner.readMessage(id)).deliveries, "nothing is sent automatically").toEqual([]);
  await page.getByRole("button", { name: "Send the email" }).click();
  await expect(page.getByText("Marked as not spam. Sending the email now.")).toBeVisible();
  expect((await owner.awaitSent(id)).deliveries).toHaveLength(1);
  await page.goto(`/inbox/${id}`);
  await expect(message.getByText("Notifications were held while it was in spam.")).toBeVisible();
});

test("a move to spam cancels what still waits to be sent about the message, and Undo sends it @matrix", async ({
  dashboard: page,
  owner,
  connected,
  receiver,
}) => {
  const isNow = (status: string) => awaitDelivery(owner, connected.id, status);
  receiver.replyNext(answer(500));
  await sendMessage(owner.baseUrl, connected, { name: "Ada", message: "From Ada" });
  await isNow("retrying");
  await openInbox(page);
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Spam", exact: true }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await isNow("cancelled");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Ada")).toBeVisible();
  await isNow("delivered");
  const [first, second] = receiver.received;
  expect([receiver.received.length, second?.id]).toEqual([2, first?.id]);
});

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

const LETTERS = { name: "xKqZtRvbWp", message: "QmTzRkLpWvXbYh zQxVwJkHtB" };

test("after two weeks of watching, the page says what moving would have done, and turns it on", async ({
  dashboard: page,
  owner,
  service: { baseUrl, dataDir },
}) => {
  const form = await owner.createForm("Contact");
  const sent = [
    await sendMessage(baseUrl, form, LETTERS),
    await sendMessage(baseUrl, form, LETTERS),
  ];
  const [first = ""] = sent;
  await owner.api("PATCH", `/submissions/${first}`, 200, { suspected: false });
  await page.goto(`/forms/${form.id}/settings/spam`);
  const report = page.getByText("would have been moved");
  await expect(page.getByLabel("What happens to spam")).toHaveValue("watch");
  await expect(report, "too early to say").toHaveCount(0);
  const past = "now() - interval '15 days'";
  await runSql(dataDir, `UPDATE forms SET created_at = ${past} WHERE id = $1`, [form.id]);
  await runSql(dataDir, `UPDATE submissions SET received_at = ${past} WHERE form_id = $1`, [
    form.id,
  ]);
  await page.reload();
  await expect(report).toContainText(
    "2 messages would have been moved to the spam folder. You disagreed with 1.",
  );
  await page.getByRole("button", { name: "Move spam from now on" }).click();
  await expect(page.getByLabel("What happens to spam")).toHaveValue("move");
  await expect(report).toHaveCount(0);
  const next = await sendMessage(baseUrl, form, { ...LETTERS, name: "WqZxKvBnMt" });
  expect(await owner.readMessage(next)).toMatchObject({ folder: "spam", spamReason: "content" });
});

test("a safe sender is added, is off the block list, and can be removed", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings/spam`);
  await page.getByLabel("Address or domain").fill("@example.com");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  const blocked = page.getByRole("list", { name: "Blocked senders" });
  await expect(blocked).toContainText("@example.com");
  await page.getByLabel("Sender to trust").fill("@example.com");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("list", { name: "Safe senders" })).toContainText("@example.com");
  await expect(blocked).toHaveCount(0);
  await page.getByRole("button", { name: "Remove @example.com" }).click();
  await expect(page.getByRole("list", { name: "Safe senders" })).toHaveCount(0);
});

test("the weekly email is turned on, and learned words are forgotten, on the page about the filter", async ({
  dashboard: page,
}) => {
  await page.goto("/settings/spam");
  const weekly = page.getByRole("switch", { name: "Email me once a week about spam" });
  await weekly.check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await page.reload();
  await expect(weekly).toBeChecked();
  await page.getByRole("button", { name: "Forget words" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Forget words" }).click();
  await expect(page.getByText("The words are forgotten.")).toBeVisible();
});
