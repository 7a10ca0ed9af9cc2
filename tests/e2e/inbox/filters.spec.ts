import type { Locator, Page } from "playwright/test";
import { openInbox, openInboxWith, receive, row, rows, select } from "#tests/e2e/support/inbox";
import { download, expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { PNG } from "#tests/support/factories/sample-files";
import { sendFiles, sendMessage } from "#tests/support/factories/service-requests";

const filters = (page: Page): Locator => page.getByRole("dialog", { name: "Filter messages" });
const chips = (page: Page): Locator =>
  page.getByRole("list", { name: "Active filters" }).getByRole("link", { name: /^Remove filter/ });

async function receiveWithFile(owner: Owner) {
  const form = await owner.createForm("Jobs", { settings: { uploads: { enabled: true } } });
  const file = new File([new Uint8Array(PNG)], "photo.png");
  await sendFiles(owner.baseUrl, form, { name: "Cleo", message: "From Cleo" }, [file]);
  return form;
}

/** Downloads a file of the open dialog, as rows of text. */
async function downloadRows(page: Page, button: Locator): Promise<string[]> {
  const { bytes } = await download(page, button);
  return bytes.toString().slice(1).split("\r\n").slice(0, -1);
}

test("filters are set by keyboard alone, kept in the URL, and removed one by one", async ({
  dashboard: page,
  owner,
}) => {
  await receive(owner, await owner.createForm("Contact"), ["Ada", "Bob"]);
  await receiveWithFile(owner);
  await openInbox(page);
  await expect(row(page, "From")).toHaveCount(3);
  const { keyboard } = page;
  await keyboard.press("f");
  await expect(page.getByRole("checkbox", { name: "Has files" })).toBeFocused();
  // Shortcuts of the list are off while the filters are open.
  await keyboard.press("e");
  await keyboard.press("Space");
  await page.getByRole("button", { name: "7 days" }).focus();
  await keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Form" }).last().focus();
  await keyboard.press("J");
  await keyboard.press("Escape");
  await expect(filters(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Filter" })).toBeFocused();
  await expect(page).toHaveURL(/formId=.+&hasFiles=true&from=\d{4}-\d\d-\d\d$/);
  await expect(row(page, "From")).toHaveCount(1);
  // The form's own chip shows it, and that's enough.
  await expect(chips(page)).toHaveText([/Has files/, /Since/]);
  await expect(page.getByRole("button", { name: "Filter" })).toHaveText(/2 active/);
  await page.reload();
  await expect(row(page, "Cleo")).toBeVisible();
  await expect(row(page, "From")).toHaveCount(1);
  await chips(page).nth(0).click();
  await expect(page).not.toHaveURL(/hasFiles/);
  await page.getByRole("navigation", { name: "Forms" }).getByRole("link", { name: "Jobs" }).click();
  await expect(row(page, "From")).toHaveCount(3);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(chips(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/inbox$/);
});

test("one click filters by form, and filters apply as they change", async ({
  dashboard: page,
  owner,
}) => {
  const [ada = ""] = await receive(owner, await owner.createForm("Contact"), ["Ada"]);
  await owner.updateMessage(ada, { read: true });
  await receiveWithFile(owner);
  await openInbox(page);
  await page.getByRole("navigation", { name: "Forms" }).getByRole("link", { name: "Jobs" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Cleo")).toBeVisible();
  await page.getByRole("navigation", { name: "Forms" }).getByRole("link", { name: "Jobs" }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("checkbox", { name: "Has files" }).check();
  await expect(rows(page)).toHaveCount(1);
  await filters(page).getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("checkbox", { name: "Has files" })).not.toBeChecked();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^Unread( only)?$/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Cleo")).toBeVisible();
});

test("forms with unread messages come first, and all others are in a menu that the keyboard searches", async ({
  dashboard: page,
  owner,
}) => {
  const names = Array.from({ length: 15 }, (_, place) => `Form ${place + 10}`);
  for (const name of names) await owner.createForm(name);
  const busy = await owner.createForm("Zebra");
  await receive(owner, busy, ["Ada", "Bob"]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await openInbox(page);
    const strip = page.getByRole("navigation", { name: "Forms" });
    await expect(strip.getByRole("link").first()).toHaveText("Zebra2 unread");
    // Nothing is hidden behind an edge: what doesn't fit can't be reached either.
    const beyond = () =>
      strip.getByRole("link").evaluateAll((links) => {
        const edge = links[0]?.closest("ul")?.getBoundingClientRect();
        return links.filter((link) => {
          const { right, bottom } = link.getBoundingClientRect();
          const isOut = !edge || right > edge.right + 1 || bottom > edge.bottom + 1;
          return isOut && !link.closest("[inert]");
        }).length;
      });
    await expect.poll(beyond).toBe(0);
    await strip.getByRole("button", { name: "All forms" }).press("Enter");
    await expect(page.getByPlaceholder("Find a form")).toBeFocused();
    await page.keyboard.type("24");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/formId=/);
    await expect(strip.getByRole("button", { name: "Form 24" })).toBeVisible();
    await strip.getByRole("button", { name: "Form 24" }).click();
    await page.getByRole("option", { name: "All forms" }).click();
    await expect(page).not.toHaveURL(/formId=/);
  }
});

test("a filter combines with the search, and new messages respect it", async ({
  dashboard: page,
  owner,
}) => {
  const contact = await owner.createForm("Contact");
  await receive(owner, contact, ["Ada", "Bob"]);
  await openInbox(page, "/inbox?from=2026-01-01&search=from+a");
  await expect(row(page, "From")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 message");
  await sendMessage(owner.baseUrl, contact, { name: "Bert", message: "From Bert" });
  await sendMessage(owner.baseUrl, contact, { name: "Abel", message: "From Abel" });
  const waiting = page.getByRole("button", { name: "1 new message" });
  await expect(row(page, "Abel").or(waiting)).toBeVisible();
  await expect(row(page, "Bert")).toHaveCount(0);
  await page.goto("/inbox?to=2001-01-01");
  await expect(page.getByText("match these filters")).toBeVisible();
});

test("exports the filtered list with a column per field, or in the API's format", async ({
  dashboard: page,
  owner,
}) => {
  await receive(owner, await owner.createForm("Contact"), ["Ada"]);
  await receiveWithFile(owner);
  await openInbox(page, "/inbox?hasFiles=true&search=cleo");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Export as CSV" });
  await expect(dialog).toContainText("1 message matches");
  await expect(dialog).toContainText("containing “cleo”");
  await expect(dialog).toContainText("Has files");
  const link = dialog.getByRole("link", { name: /^Download/ });
  const [header, ...lines] = await downloadRows(page, link);
  expect(header).toBe('"id","received_at","form","folder","name","message"');
  expect(lines).toHaveLength(1);
  await dialog.getByRole("switch", { name: /^One column per field/ }).uncheck();
  expect((await downloadRows(page, link))[0]).toContain("fields_json");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Export as CSV" })).toBeFocused();
});

test("exports the selected messages only", async ({ dashboard: page, owner }) => {
  await openInboxWith(page, owner, ["Ada", "Bob", "Cleo"]);
  await select(page, "Ada", "Cleo");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Export as CSV" });
  await expect(dialog).toContainText("2 selected messages");
  const lines = await downloadRows(page, dialog.getByRole("button", { name: /^Download/ }));
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"Cleo","From Cleo"');
  expect(lines[2]).toContain('"Ada","From Ada"');
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Selected messages" })).toContainText(
    "2 selected",
  );
});

test("an export that fails is reported and can be repeated", async ({
  dashboard: page,
  owner,
  provoked,
}) => {
  provoked.push(/Failed to load resource/);
  await openInboxWith(page, owner, ["Ada"]);
  await select(page, "Ada");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const button = page.getByRole("dialog").getByRole("button", { name: /^Download/ });
  await page.route("**/submissions/export", (route) => route.abort(), { times: 1 });
  await button.click();
  await expect(page.getByText("Couldn’t reach the service.")).toBeVisible();
  expect(await downloadRows(page, button)).toHaveLength(2);
});
