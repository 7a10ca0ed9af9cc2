import { openInbox, openMessage, row, rows } from "#tests/e2e/support/inbox";
import { delayAttempts, endDeliveries, forgetCaptured } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { listDeliveries } from "#tests/support/factories/owner-forms";
import { PDF, PNG } from "#tests/support/factories/sample-files";
import { sendFiles, sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

const ADA = { name: "Ada", email: "ada@example.com", message: "Do you have time?" };

test("r opens the composer of the open message, and shows why where it can't", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await sendMessage(owner.baseUrl, form, { name: "Bob", message: "No address" });
  await sendMessage(owner.baseUrl, form, ADA);
  await openInbox(page);
  await page.keyboard.press("r");
  await openMessage(page, "Ada");
  await page.keyboard.press("r");
  await expect(page.getByLabel("Reply to ada@example.com")).toBeFocused();
  await expect(page.getByRole("link", { name: "Use your email program instead" })).toHaveAttribute(
    "href",
    /^mailto:ada@example\.com\?subject=Re%3A%20Contact&body=/,
  );
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Reply to ada@example.com")).toBeHidden();
  await openMessage(page, "Bob");
  await expect(page.getByRole("button", { name: /^Reply \(This message/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("r");
  await expect(
    page.getByText("This message has no email address to reply to.", { exact: true }),
  ).toBeVisible();
});

test("notes, the assignee, and answered by keyboard alone, each with Undo where it changes a list", async ({
  dashboard: page,
  owner,
}) => {
  await sendMessage(owner.baseUrl, await owner.createForm("Contact"), ADA);
  await openInbox(page);
  await openMessage(page, "Ada");
  await page.keyboard.press("n");
  await expect(page.getByLabel("Add a note")).toBeFocused();
  await page.keyboard.type("Called her.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Called her." })).toBeVisible();
  await page.getByRole("heading", { name: "Ada" }).focus();
  await page.keyboard.press("m");
  await expect(page.getByText("Marked as answered.")).toBeVisible();
  await expect(page.getByRole("article").getByText(/^Answered by/)).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByRole("article").getByText(/^Answered by/)).toBeHidden();
  await page.keyboard.press("a");
  await expect(page.getByLabel("Assigned to", { exact: true })).toBeFocused();
});

test("a reply is undone with its text, and one that leaves marks the message answered", async ({
  dashboard: page,
  owner,
}) => {
  await sendMessage(owner.baseUrl, await owner.createForm("Contact"), ADA);
  await openInbox(page);
  await openMessage(page, "Ada");
  await page.keyboard.press("r");
  const reply = page.getByLabel("Reply to ada@example.com");
  await reply.fill("I have.");
  await page.reload();
  await expect(reply).toHaveValue("I have.");
  await reply.press("ControlOrMeta+Enter");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(reply).toHaveValue("I have.");
  await expect(page.getByRole("article").getByText(/^Answered by/)).toBeHidden();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(reply).toBeHidden();
  await expect(page.getByRole("article").getByText(/^Answered by/)).toBeVisible();
});

test("on a phone, Reply stays at the bottom of the screen", async ({ dashboard: page, owner }) => {
  const id = await sendMessage(owner.baseUrl, await owner.createForm("Contact"), {
    ...ADA,
    message: "One line\n".repeat(200),
  });
  await page.setViewportSize({ width: 375, height: 700 });
  await openInbox(page, `/inbox?message=${id}`);
  await expect(page.getByRole("button", { name: "Reply to ada@example.com" })).toBeInViewport({
    ratio: 1,
  });
});

test("the menu of a message works by keyboard, and its keys are no shortcuts", async ({
  dashboard: page,
  owner,
}) => {
  await sendMessage(owner.baseUrl, await owner.createForm("Contact"), ADA);
  await openInbox(page);
  await openMessage(page, "Ada");
  const button = page.getByRole("button", { name: "More actions" });
  await button.focus();
  await page.keyboard.press("Enter");
  const item = (name: string) => page.getByRole("menuitem", { name });
  await expect(item("All messages from this sender")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(item("Export or delete their data")).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("c");
  await expect(item("Copy address")).toBeFocused();
  await page.keyboard.press("e");
  await expect(item("Export or delete their data")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(rows(page), "e chose an item and archived nothing").toHaveCount(1);
  await button.click();
  await page.getByRole("heading", { name: "Notifications" }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("images open in a preview that arrow keys step through, and PDFs in a tab of their own", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const png = (name: string) => new File([new Uint8Array(PNG)], name);
  const files = [png("one.png"), new File([new Uint8Array(PDF)], "cv.pdf"), png("two.png")];
  await sendFiles(owner.baseUrl, form, ADA, files);
  await openInbox(page);
  await openMessage(page, "Ada");
  const open = page.getByRole("button", { name: "Preview two.png" });
  await open.click();
  const dialog = page.getByRole("dialog");
  const image = dialog.getByRole("img");
  await expect(image).toHaveAccessibleName("two.png");
  await expect
    .poll(() => image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press("ArrowRight");
  await expect(image).toHaveAccessibleName("one.png");
  await expect(dialog.getByRole("status")).toHaveText("1 of 2");
  await page.keyboard.press("ArrowLeft");
  await expect(image).toHaveAccessibleName("two.png");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  const pdf = page.getByRole("link", { name: "Open cv.pdf in a new tab" });
  await expect(pdf).toHaveAttribute("target", "_blank");
  const { headers } = await page.request
    .get((await pdf.getAttribute("href")) ?? "")
    .then((response) => ({ headers: response.headers() }));
  expect(headers["content-type"]).toBe("application/pdf");
});

test("a captured notification is marked and leads to the email as long as that is kept", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const id = await sendMessage(owner.baseUrl, await owner.createForm("Contact"), ADA);
  await owner.awaitSent(id);
  await openInbox(page, `/inbox?message=${id}`);
  await page.getByRole("link", { name: "Captured (open the email in the test inbox)" }).click();
  await expect(page).toHaveURL(/\/test-inbox\/[\w-]+$/);
  await expect(page.frameLocator("iframe").locator("body")).toContainText(ADA.message);
  await forgetCaptured(service.dataDir, id);
  await openInbox(page, `/inbox?message=${id}`);
  const message = page.getByRole("article");
  await expect(message.getByText("Captured", { exact: true })).toBeVisible();
  // A first attempt that worked says nothing new.
  await expect(message.getByText(/^Attempt 1/)).toHaveCount(0);
  await expect(message.getByRole("link", { name: /Captured/ })).toHaveCount(0);
});

test("a delivery that waits can be sent now, and is looked at after its next attempt, which is never in the past", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
  service,
}) => {
  receiver.reply(answer(500));
  const id = await sendMessage(owner.baseUrl, form, ADA);
  await receiver.receivedCount(1);
  await expect.poll(async () => (await listDeliveries(owner, form.id))[0]?.status).toBe("retrying");
  const waiting = page.getByRole("button", { name: /^Send now event \S+ available in \d+s$/ });
  await page.goto(`/forms/${form.id}/webhook`);
  await expect(waiting).toBeVisible();
  await openInbox(page, `/inbox?message=${id}`);
  await expect(waiting).toBeVisible();
  await delayAttempts(service.dataDir, id);
  await page.goto(`/forms/${form.id}/webhook`);
  await expect(page.getByText("Next attempt any moment now")).toBeVisible();
  await openInbox(page, `/inbox?message=${id}`);
  await expect(page.getByText(/next: any moment now/)).toBeVisible();
  await endDeliveries(service.dataDir, id);
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
});

test("holding a finger on a row selects it, and then a tap on others", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  for (const name of ["Ada", "Bob"])
    await sendMessage(owner.baseUrl, form, { name, message: `From ${name}` });
  await page.setViewportSize({ width: 375, height: 700 });
  await openInbox(page);
  const touch = { pointerType: "touch", bubbles: true, clientX: 200, clientY: 300 };
  await row(page, "Ada").dispatchEvent("pointerdown", touch);
  await expect(page.getByRole("toolbar", { name: "Selected messages" })).toContainText(
    "1 selected",
  );
  await row(page, "Ada").dispatchEvent("pointerup", touch);
  await row(page, "Ada").dispatchEvent("click", { detail: 1, bubbles: true, cancelable: true });
  await expect(page, "the tap that ends it opens nothing").not.toHaveURL(/message=/);
  await page.getByRole("checkbox", { name: "Select message from Bob" }).check();
  await expect(page.getByRole("toolbar", { name: "Selected messages" })).toContainText(
    "2 selected",
  );
});
