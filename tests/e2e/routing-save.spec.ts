import { addRule, names, namesOf, prepare, savedNames } from "#tests/e2e/support/rules";
import { expect, signIn, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/owner";
import { readRouting } from "#tests/support/factories/owner-forms";

test("adding the first rule turns routing on, later ones don't", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/routing`);
  const routing = page.getByLabel("Route messages with rules");
  await expect(routing).not.toBeChecked();
  await addRule(page, "First", "x", sales.email);
  await expect(routing).toBeChecked();
  await expect(page.getByText("Routing is now on.")).toBeAttached();
  await routing.uncheck();
  await addRule(page, "Second", "y", sales.email);
  await expect(routing).not.toBeChecked();
  await expect(routing).toHaveAccessibleDescription("Routing is off. These rules won’t run.");
});

test("saving rules while routing is off asks first, and can turn it on", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/routing`);
  const save = page.getByRole("button", { name: "Save rules" });
  const question = page.getByRole("alert").filter({ hasText: "Routing is off." });
  await addRule(page, "Sales", "sales", sales.email);
  await page.getByLabel("Route messages with rules").uncheck();
  await save.click();
  await expect(question).toBeFocused();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(save).toBeFocused();
  await save.press("Enter");
  expect((await readRouting(owner, form.id)).revision).toBeNull();
  await question.getByRole("button", { name: "Save without turning on" }).click();
  await expect(question).toHaveCount(0);
  await expect(save).toBeFocused();
  await expect.poll(() => savedNames(owner, form)).toEqual(["Sales"]);
  expect(await readRouting(owner, form.id)).toMatchObject({ enabled: false });

  await page.getByLabel("Rule 1 name").fill("Sales team");
  await save.click();
  await question.getByRole("button", { name: "Save and turn on" }).click();
  await expect(page.getByText("Saved. Rules are active.")).toBeVisible();
  await expect(page.getByLabel("Route messages with rules")).toBeChecked();
  expect(await readRouting(owner, form.id)).toMatchObject({
    enabled: true,
    rules: [{ name: "Sales team" }],
  });

  // Turning routing off needs no confirmation.
  await page.getByLabel("Route messages with rules").uncheck();
  await save.click();
  await expect.poll(async () => (await readRouting(owner, form.id)).enabled).toBe(false);
  await expect(question).toHaveCount(0);
});

test("an invalid rule shows its error at the field, even after it's moved", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/routing`);
  await addRule(page, "Whole", "x", sales.email);
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByLabel("Rule 2 name").fill("Half");
  await page.getByRole("button", { name: "Save rules" }).click();
  const field = page.getByLabel("When the field").last();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Enter 1 to 100 characters.");
  const words = "Rule 2 “Half” needs a field, a value, and a recipient.";
  await expect(page.getByRole("alert").filter({ hasText: words })).toHaveText(
    `${words} Your changes aren’t saved yet.`,
  );
  await page.getByRole("button", { name: "Move up rule 2" }).click();
  await expect(page.getByLabel("When the field").first()).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("When the field").last()).not.toHaveAttribute(
    "aria-invalid",
    "true",
  );
  expect(await namesOf(page)).toEqual(["Half", "Whole"]);
});

test("an invalid routing draft is described by rule names, not API paths", async ({
  dashboard: page,
  owner,
}) => {
  const { form, sales } = await prepare(owner);
  await sendMessage(owner.baseUrl, form, { name: "Ada", topic: "Sales" });
  await page.goto(`/forms/${form.id}/routing`);
  await addRule(page, "Trap", "x", sales.email);
  await page.getByLabel("When the field").fill("botcheck");
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

test("unsaved rules survive a sign-out, and can be saved after signing in in another tab", async ({
  dashboard: page,
  owner,
  context,
}) => {
  const { form, sales } = await prepare(owner);
  await page.goto(`/forms/${form.id}/routing`);
  await addRule(page, "Sales", "sales", sales.email);
  await context.clearCookies();
  await page.getByRole("button", { name: "Save rules" }).click();
  const told = page.getByRole("alert").filter({ hasText: "You’re signed out" });
  await expect(told).toBeFocused();
  await expect(names(page)).toHaveValue("Sales");
  await signIn(context, owner);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await savedNames(owner, form)).toEqual(["Sales"]);
});
