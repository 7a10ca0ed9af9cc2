import type { Page } from "playwright/test";
import { names, prepare } from "#tests/e2e/support/editors";
import { openInbox, openMessage } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { readRouting } from "#tests/support/factories/owner-forms";
import { sendMessage } from "#tests/support/factories/service-requests";

/** Counts the clicks of a mouse from now on, also on later pages. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  const listen = () =>
    addEventListener(
      "pointerdown",
      () => (window as unknown as { countClick(): void }).countClick(),
      true,
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => clicks;
}

test("two clicks block the sender of an open message @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  await sendMessage(owner.baseUrl, form, { name: "Ada", email: "ada@shop.example" });
  await openInbox(page, "/inbox");
  const message = await openMessage(page, "Ada");
  const clicks = await countClicks(page);
  await message.getByRole("button", { name: "Block sender" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Block address" }).click();
  await expect(page.getByText(/^Blocked /)).toBeVisible();
  expect(clicks()).toBe(2);
});

test("six routing rules need 14 clicks @matrix", async ({ dashboard: page, owner }) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/notify/routing`);
  const clicks = await countClicks(page);
  for (const value of ["sales", "press", "jobs", "support", "legal", "events"]) {
    await page.getByRole("button", { name: "Add rule" }).click();
    await expect(names(page)).toHaveCount(1);
    if (value === "sales") {
      await expect(page.getByLabel("If the field")).toBeFocused();
      await page.keyboard.type("topic");
      await page.getByLabel("Value", { exact: true }).click();
    }
    await expect(page.getByLabel("Value", { exact: true })).toBeFocused();
    await page.keyboard.type(value);
    await page.getByRole("listitem").getByLabel(sales.email).click();
  }
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved. Rules are active.")).toBeVisible();
  expect(clicks()).toBe(14);
  expect((await readRouting(owner, form.id)).rules.map(({ field }) => field)).toEqual(
    Array.from({ length: 6 }, () => "topic"),
  );
});
