import type { Page } from "playwright/test";
import {
  addRule,
  names,
  namesOf,
  prepare,
  savedNames,
  sentences,
} from "#tests/e2e/support/editors";
import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";
import { readRouting } from "#tests/support/factories/owner-forms";
import { sendMessage } from "#tests/support/factories/service-requests";

test("saving the first rule turns routing on, and each saved rule becomes a sentence @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/notify/routing`);
  await addRule(page, "", "sales", sales.email);
  await expect(page.getByLabel("Condition")).toHaveValue("contains");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved. Rules are active.")).toBeVisible();
  await expect(names(page)).toHaveCount(0);
  const sentence = `If topic contains “sales”, notify ${sales.email}.`;
  await expect(sentences(page)).toHaveText(`Edit rule 1: ${sentence}`);
  expect(await readRouting(owner, form.id)).toMatchObject({
    enabled: true,
    rules: [{ name: "topic contains sales" }],
  });

  // A name that was made from the condition follows its changes.
  await sentences(page).click();
  await expect(names(page)).toHaveValue("");
  await page.getByLabel("Value", { exact: true }).fill("press");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(() => savedNames(owner, form)).toEqual(["topic contains press"]);
});

test("rules that are off are marked, and saving a change turns them on unless declined @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/notify/routing`);
  const status = page.getByRole("region", { name: "Routing status" });
  await addRule(page, "Sales", "sales", sales.email);
  await page.getByRole("button", { name: "Save rules" }).click();
  await status.getByRole("button", { name: "Turn off routing" }).click();
  await expect(status).toContainText("Routing is off. These rules don’t run.");
  await expect(status.getByRole("button", { name: "Turn on routing" })).toBeFocused();
  expect((await readRouting(owner, form.id)).enabled).toBe(false);

  const name = async (text: string) => {
    if (!(await names(page).isVisible())) await sentences(page).click();
    await names(page).fill(text);
  };
  await name("Sales team");
  await page.getByRole("button", { name: "Save without turning on" }).click();
  await expect.poll(() => savedNames(owner, form)).toEqual(["Sales team"]);
  expect((await readRouting(owner, form.id)).enabled).toBe(false);
  await name("Sellers");
  await page.getByRole("button", { name: "Save and turn on" }).click();
  await expect(status).toContainText("The first matching rule decides");
  expect(await readRouting(owner, form.id)).toMatchObject({
    enabled: true,
    rules: [{ name: "Sellers" }],
  });
});

test("turning routing on or off leaves unsaved changes unsaved @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/notify/routing`);
  await addRule(page, "Sales", "sales", sales.email);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(names(page)).toHaveCount(0);
  await sentences(page).click();
  await page.getByLabel("Value", { exact: true }).fill("press");
  await page.getByRole("button", { name: "Turn off routing" }).click();
  await expect(page.getByText("Routing is off. These rules don’t run.")).toBeVisible();
  await expect(page.getByLabel("Value", { exact: true })).toHaveValue("press");
  expect(await readRouting(owner, form.id)).toMatchObject({
    enabled: false,
    rules: [{ value: "sales" }],
  });
});

test("a complete rule closes when the next one is added, and many recipients are picked from a list @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  for (let more = 0; more < 5; more += 1) await owner.addVerifiedRecipient();
  await page.goto(`/forms/${form.id}/notify/routing`);
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByLabel("If the field").fill("topic");
  await page.getByLabel("Value", { exact: true }).fill("sales");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByLabel("Add a recipient").selectOption(sales.email);
  await expect(page.getByLabel("Add a recipient").getByText(sales.email)).toHaveCount(0);
  await page.getByRole("button", { name: `Don’t notify ${sales.email}` }).click();
  await page.getByLabel("Add a recipient").selectOption(sales.email);
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(sentences(page).first()).toContainText("If topic contains “sales”, notify");
  await expect(names(page)).toHaveCount(1);
  await expect(page.getByLabel("If the field")).toHaveValue("topic");
  await page.getByRole("button", { name: "More for rule 2" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved. Rules are active.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save rules" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add rule" })).toBeFocused();
});

test("a rule offers the names of fields in recent messages @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { form } = await prepare(owner);
  await sendMessage(owner.baseUrl, form, { topic: "Sales", budget: "12" });
  await sendMessage(owner.baseUrl, form, { topic: "Support" });
  await page.goto(`/forms/${form.id}/notify/routing`);
  await page.getByRole("button", { name: "Add rule" }).click();
  const list = await page.getByLabel("If the field").getAttribute("list");
  const offered = page.locator(`datalist[id="${list}"] option`);
  const names = await offered.evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  expect(names.slice(0, 3)).toEqual(["topic", "budget", "$page"]);
});

test("an invalid rule shows its error at the field, even after it's moved @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/notify/routing`);
  await addRule(page, "Whole", "x", sales.email);
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByLabel("Rule 2 name").fill("Half");
  await page.getByRole("button", { name: "Save rules" }).click();
  const value = page.getByLabel("Value", { exact: true });
  await expect(value).toBeFocused();
  await expect(value).toHaveAccessibleDescription(/Enter 1 to 200 characters/);
  const words = "Rule 2 “Half” needs a value and a recipient.";
  await expect(page.getByRole("alert").filter({ hasText: words })).toHaveText(
    `${words} Your changes aren’t saved yet.`,
  );
  await page.getByRole("button", { name: "More for rule 2" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await sentences(page).last().click();
  await expect(value.first()).toHaveAttribute("aria-invalid", "true");
  await expect(value.last()).not.toHaveAttribute("aria-invalid", "true");
  expect(await namesOf(page)).toEqual(["Half", "Whole"]);
});

test("an invalid routing draft is described by rule names, not API paths @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await sendMessage(owner.baseUrl, form, { name: "Ada", topic: "Sales" });
  await page.goto(`/forms/${form.id}/notify/routing`);
  await addRule(page, "Trap", "x", sales.email);
  await page.getByLabel("If the field").fill("botcheck");
  await addRule(page, "Sales", "", sales.email);
  await page.getByRole("button", { name: "Test against last 50 messages" }).click();
  await expect(page.getByText("Rule 2 “Sales” needs a value.")).toHaveCount(2);
  await page.getByLabel("Value", { exact: true }).last().fill("sales");
  const trap = "Rule 1 “Trap”: the field must not be the form's honeypot.";
  await expect(page.getByText(trap)).toBeVisible();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByRole("alert").filter({ hasText: trap })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/rules\.\d|config\.|recipientIds/);
});

test("removing a rule and discarding changes can be undone @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/notify/routing`);
  for (const name of ["First", "Second"]) await addRule(page, name, "sales");
  const rules = page.locator("[data-row]");
  await page.getByRole("button", { name: "More for rule 1 “First”" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Add rule" })).toBeFocused();
  await expect(rules).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  // Adding the second one closed it, since it was complete.
  await expect(page.getByRole("button", { name: "Edit rule 1 “First”" })).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(rules).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules).toHaveCount(2);
  expect((await readRouting(owner, form.id)).revision).toBeNull();
});

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
