import type { Page } from "playwright/test";
import { addRule, namesOf, prepare, savedNames } from "#tests/e2e/support/editors";
import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";
import { readRouting } from "#tests/support/factories/owner-forms";
import { sendMessage } from "#tests/support/factories/service-requests";

const outcome = (page: Page) => page.getByRole("status").filter({ hasText: "This message" });

test("a rule can be created, tested, moved, saved, and edited by keyboard", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/notify/routing`);
  for (const name of ["First", "Second"]) {
    await tabTo(page, "button", "Add rule");
    await page.keyboard.press("Enter");
    if (name === "First") {
      await expect(page.getByLabel("If the field")).toBeFocused();
      await page.keyboard.type("topic");
      await tabTo(page, "textbox", "Value");
    }
    // The second rule asks for the same field.
    await expect(page.getByLabel("Value", { exact: true })).toBeFocused();
    await page.keyboard.type("sales");
    await tabTo(page, "checkbox", sales.email);
    await page.keyboard.press("Space");
    await tabTo(page, "textbox", /^Rule \d name$/);
    await page.keyboard.type(name);
  }
  await page.getByRole("button", { name: "Move rule 1 “First”", exact: true }).focus();
  await tabTo(page, "button", "Move rule 2 “Second”");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Now rule 1 of 2")).toBeAttached();
  await expect(
    page.getByRole("button", { name: "Move rule 1 “Second”", exact: true }),
  ).toBeFocused();
  expect(await namesOf(page)).toEqual(["Second", "First"]);
  await tabTo(page, "button", "Save rules");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved. Rules are active.")).toBeVisible();
  expect(await readRouting(owner, form.id)).toMatchObject({
    enabled: true,
    rules: [{ name: "Second" }, { name: "First" }],
  });
  await tabTo(page, "button", /^Edit rule 1 “Second”/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Value");
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await tabTo(page, "button", "Save rules");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await readRouting(owner, form.id)).rules[0]?.value).toBe("sales!");
});

test("rules can be dragged, and Escape restores the order", async ({ dashboard: page, owner }) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/notify/routing`);
  for (const name of ["A", "B", "C"]) await addRule(page, name, name, sales.email);
  const handle = (name: string) =>
    page.getByRole("button", { name: new RegExp(`^Move rule \\d “${name}”$`) });
  const drag = async (name: string, onto: string) => {
    await handle(name).hover();
    await page.mouse.down();
    const order = await namesOf(page);
    const box = await page.locator("[data-row]").nth(order.indexOf(onto)).boundingBox();
    if (!box) throw new Error(`${onto} is not shown`);
    const isUp = order.indexOf(onto) < order.indexOf(name);
    await page.mouse.move(box.x, box.y + (isUp ? 0 : box.height), { steps: 12 });
  };
  await drag("C", "A");
  await expect.poll(() => namesOf(page)).toEqual(["C", "A", "B"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => namesOf(page)).toEqual(["A", "B", "C"]);
  await page.mouse.up();
  await drag("A", "B");
  await page.mouse.up();
  await expect.poll(() => namesOf(page)).toEqual(["B", "A", "C"]);
  await page.getByRole("button", { name: "More for rule 1 “B”" }).click();
  await page.getByRole("menuitem", { name: "Move down" }).click();
  await expect(page.getByRole("button", { name: "More for rule 2 “B”" })).toBeFocused();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await savedNames(owner, form)).toEqual(["A", "B", "C"]);
});

test("the routing preview shows who would be notified and why", async ({
  dashboard: page,
  owner,
}) => {
  const { form, own, sales } = await prepare(owner);
  await sendMessage(owner.baseUrl, form, { name: "Ada", topic: "Support, please" });
  await page.goto(`/forms/${form.id}/notify/routing`);
  await expect(outcome(page)).toContainText(own.email);
  await expect(outcome(page)).toContainText("because there are no rules");
  await addRule(page, "Sales", "SALES", sales.email);
  await expect(outcome(page)).toContainText("because no rule matches");
  await page.getByText("Its fields").click();
  await page.getByLabel("Value of field 2").fill(" sales ");
  await expect(outcome(page)).toContainText(sales.email);
  await expect(outcome(page)).toContainText(
    "because rule 1 “Sales” matches: “topic” contains “SALES”",
  );
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByText("Rule 2 needs a value and a recipient.")).toBeVisible();
  expect((await readRouting(owner, form.id)).revision).toBeNull();
});

test("replaying a routing draft over past messages saves and sends nothing", async ({
  dashboard: page,
  owner,
}) => {
  const { form, own, sales } = await prepare(owner);
  for (const topic of ["Sales", "Support"])
    await sendMessage(owner.baseUrl, form, { name: `About ${topic}`, topic });
  await page.goto(`/forms/${form.id}/notify/routing`);
  await addRule(page, "Sales", "sales", sales.email);
  await page.getByRole("button", { name: "Test against last 50 messages" }).click();
  await expect(page.getByText("1 of 2 messages would go to different recipients.")).toBeVisible();
  const rows = page.getByRole("region", { name: "Replayed messages" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`Sent to${own.email}Would go to${sales.email}`);
  await page.getByRole("button", { name: "Show all 2" }).click();
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Rule 1 name").fill("Renamed");
  await expect(page.getByText("The rules have changed.")).toBeVisible();
  expect((await readRouting(owner, form.id)).revision).toBeNull();
});
