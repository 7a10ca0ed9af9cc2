import { openInbox, openInboxWith, openMessage, receive, row } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { PNG } from "#tests/support/factories/sample-files";
import { eventually, sendFiles, sendMessage } from "#tests/support/factories/service-requests";

test("opening a message marks it read, and it can be marked unread again", async ({
  dashboard: page,
  owner,
}) => {
  const [id = ""] = await openInboxWith(page, owner, ["Ada"]);
  await expect(row(page, "Unread: Ada")).toBeVisible();
  const message = await openMessage(page, "Ada");
  await expect(row(page, "Unread: Ada")).toHaveCount(0);
  await expect.poll(async () => (await owner.readMessage(id)).read).toBe(true);
  await message.getByRole("button", { name: "Mark as unread" }).click();
  await expect(row(page, "Unread: Ada")).toBeVisible();
  await expect.poll(async () => (await owner.readMessage(id)).read).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Unread: Ada")).toHaveCount(0);
  await expect.poll(async () => (await owner.readMessage(id)).read).toBe(true);
});

test("a message links to its sender's other messages and data", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  for (const [name, email] of [
    ["Ada", "ada@example.com"],
    ["Bob", "bob@example.com"],
    ["A. Lovelace", "ada@example.com"],
  ] as const)
    await sendMessage(owner.baseUrl, form, { name, email, message: `From ${name}` });
  await page.goto("/inbox");
  const message = await openMessage(page, "Ada");
  const menu = message.getByRole("button", { name: "More actions" });
  await menu.click();
  await message.getByRole("menuitem", { name: "All messages from this sender" }).click();
  await expect(row(page, "From")).toHaveCount(2);
  await expect(page.getByRole("searchbox")).toHaveValue("ada@example.com");
  await openMessage(page, "Lovelace");
  await menu.click();
  await message.getByRole("menuitem", { name: "Export or delete their data" }).click();
  await expect(page.getByRole("button", { name: "Delete everything" })).toBeVisible();
  await expect(page.getByLabel("Person’s email address")).toHaveValue("ada@example.com");
  await expect(page, "the address isn't kept in the URL").toHaveURL(/\/settings\/data$/);
});

test("all actions of a message are visible at every width", async ({ dashboard: page, owner }) => {
  const [id = ""] = await receive(owner, await owner.createForm("Contact"), ["Ada"]);
  await openInbox(page, `/inbox?message=${id}`);
  const toolbar = page.getByRole("toolbar", { name: "Message", exact: true });
  for (const width of [320, 375, 768, 1024, 1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const names = ["Archive", "Spam", "Mark as unread", "Delete", "More actions"].map((name) =>
      toolbar.getByRole("button", { name, exact: true }),
    );
    const article = page.getByRole("article");
    names.push(article.getByRole("button", { name: /^Reply/ }));
    const steps = ["Newer message", "Older message"].map((name) =>
      article.getByRole("button", { name }),
    );
    for (const button of width < 1024 ? names : [...names, ...steps]) {
      const box = await button.boundingBox();
      expect((box?.x ?? 9999) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test("deleting can be undone for a few seconds and is then permanent", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const file = new File([new Uint8Array(PNG)], "photo.png");
  await sendFiles(owner.baseUrl, form, { name: "Ada" }, [file]);
  await page.goto("/inbox");
  const message = await openMessage(page, "Ada");
  await message.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleted 1 message and 1 file.")).toBeVisible();
  await expect(row(page, "Ada")).toHaveCount(0);
  expect(await owner.listMessages(), "nothing is deleted while it can be undone").toHaveLength(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await openMessage(page, "Ada");
  await message.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await eventually("the deletion", async () =>
    (await owner.listMessages()).length === 0 ? true : undefined,
  );
  await expect(row(page, "Ada")).toHaveCount(0);
});

test("leaving the page sends its deletions, and the next page doesn't show them", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  await openMessage(page, "Ada");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.goto("/inbox");
  await expect(row(page, "Bob")).toBeVisible();
  await expect(row(page, "Ada")).toHaveCount(0);
  await eventually("the deletion", async () =>
    (await owner.listMessages()).length === 1 ? true : undefined,
  );
});

test("Back, Forward, and reload show the message that was open", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  const heading = page.getByRole("article").getByRole("heading", { level: 2 });
  await openMessage(page, "Ada");
  await openMessage(page, "Bob");
  await page.goBack();
  await expect(heading).toHaveText("Ada");
  await page.reload();
  await expect(heading).toHaveText("Ada");
  await page.goBack();
  await expect(page.getByText("No message open")).toBeVisible();
  await page.goForward();
  await expect(heading).toHaveText("Ada");
});

test("text typed before the scripts load is searched", async ({ dashboard: page, owner }) => {
  await receive(owner, await owner.createForm("Contact"), ["Ada", "Bob"]);
  let release = () => {};
  const typed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto("/inbox", { waitUntil: "commit" });
  await page.getByRole("searchbox").fill("bob");
  release();
  await expect(page).toHaveURL(/search=bob/);
  await expect(row(page, "From")).toHaveCount(1);
});
