import { tabTo } from "#tests/e2e/support/keys";
import { expect, inspectToken, signIn, test } from "#tests/e2e/support/test";

test("leaving a new token's secret needs confirmation, and it's never shown again", async ({
  dashboard: page,
  context,
  owner,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await owner.confirmEmail();
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill("CRM import");
  await page.getByRole("button", { name: "Read everything" }).click();
  await expect(page.getByRole("button", { name: "Read everything" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByLabel("usage:read")).toBeHidden();
  await page.getByText("Custom scopes").click();
  await expect(page.getByLabel("forms:write")).not.toBeChecked();
  await page.getByLabel("usage:read").uncheck();
  await expect(page.getByRole("button", { name: "Read everything" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await page.getByRole("button", { name: "7 days", exact: true }).click();
  await page.getByRole("button", { name: "Create token" }).click();

  const secret = (await page.getByText(/^fis_stg_\w{46}$/).textContent()) ?? "";
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByRole("button", { name: "Copy token", exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  const { data } = await (await inspectToken(owner, secret)).json();
  expect(data.scopes).toHaveLength(5);
  expect(data.scopes).not.toContain("usage:read");
  await page.getByLabel("I’ve stored the token").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(`${secret.slice(0, 12)}…`)).toBeVisible();
  await expect(page.getByText("Expires soon")).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});

test("a token created before hydration is shown once too", async ({
  dashboard: page,
  owner,
  provoked,
}) => {
  provoked.push(/Failed to load resource: net::ERR_FAILED/);
  await owner.confirmEmail();
  const scripts = "**/_next/static/**/*.js";
  await page.route(scripts, (route) => route.abort());
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill("CRM import");
  await page.getByText("Custom scopes").click();
  await page.getByLabel("forms:read").check();
  await page.unroute(scripts);
  const scriptsMayCome = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await scriptsMayCome.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Create token" }).click({ noWaitAfter: true });
  const secret = (await page.getByText(/^fis_stg_\w{46}$/).textContent()) ?? "";
  expect((await inspectToken(owner, secret)).status).toBe(200);
  await page.getByLabel("I’ve stored the token").check();
  scriptsMayCome.resolve();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("1 of 20 in use")).toBeVisible();
});

test("expired tokens stay in the history with their scopes", async ({ context, page, world }) => {
  await signIn(context, world.owner);
  await page.goto("/tokens");
  const expired = page
    .getByRole("listitem")
    .filter({ has: page.getByText("Expired", { exact: true }) })
    .filter({ hasText: "scopes" });
  await expect(expired).toHaveCount(1);
  await expired.getByText("Full access · 12 scopes").click();
  await expect(expired.getByText("integrations:write")).toBeVisible();
  await expect(expired.getByRole("button")).toHaveCount(0);
});

test.describe("in a time zone where tomorrow has begun", () => {
  test.use({ timezoneId: "Pacific/Kiritimati" });
  const DAY_MS = 86_400_000;
  const dayInDays = (days: number) =>
    new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Pacific/Kiritimati" }).format(
      Date.now() + days * DAY_MS,
    );

  for (const typed of [1, 17, 365])
    test(`an expiry of ${typed} days shows its date in the viewer's time zone`, async ({
      dashboard: page,
      owner,
    }) => {
      await owner.confirmEmail();
      await page.goto("/tokens/new");
      await page.getByLabel("Name", { exact: true }).fill("Import");
      await page.getByText("Custom scopes").click();
      await page.getByLabel("usage:read").check();
      const days = page.getByLabel("Expires in (days)");
      await expect(days).toHaveValue("90");
      await days.fill(String(typed));
      await expect(days).toHaveAccessibleDescription(
        new RegExp(`^Expires on ${dayInDays(typed)}\\.`),
      );
      await days.press("Enter");
      const secret = (await page.getByText(/^fis_stg_\w{46}$/).textContent()) ?? "";
      const { expiresAt } = (await (await inspectToken(owner, secret)).json()).data;
      expect(Math.abs(expiresAt - Date.now() - typed * DAY_MS)).toBeLessThan(60_000);
    });
});

test("an expiry outside 1 to 365 days is rejected at its field, and nothing typed is lost", async ({
  dashboard: page,
  owner,
}) => {
  await owner.confirmEmail();
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill("Import");
  await page.getByText("Custom scopes").click();
  await page.getByLabel("usage:read").check();
  const days = page.getByLabel("Expires in (days)");
  for (const typed of ["0", "366", "1.5", "abc", ""]) {
    await days.fill("30");
    await expect(page.getByRole("button", { name: "30 days" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await days.fill(typed);
    await expect(days).toHaveAccessibleDescription(/^(Enter|Must be) a whole number from 1 to 365/);
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(days).toBeFocused();
    await expect(days).toHaveAccessibleDescription("Enter a whole number from 1 to 365.");
    await expect(days).toHaveValue(typed);
  }
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Import");
  await expect(page.getByLabel("usage:read")).toBeChecked();
  await page.getByRole("button", { name: "180 days" }).click();
  await expect(days).toHaveValue("180");
  await expect(days).toHaveAccessibleDescription(/^Expires on/);
  await expect(days).not.toHaveAttribute("aria-invalid");
});

test("a token can be created, stored, and revoked by keyboard @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.confirmEmail();
  await page.goto("/tokens");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "New token");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "New API token" })).toBeVisible();
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("CRM import");
  await tabTo(page, "button", /^Read messages/);
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Create token");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Created “CRM import”" })).toBeFocused();
  await tabTo(page, "checkbox", "I’ve stored the token in a safe place");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("I’ve stored the token")).toBeChecked();
  await tabTo(page, "button", "Done");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 20 in use")).toBeVisible();

  await tabTo(page, "button", "Revoke CRM import");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Revoke CRM import" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No active tokens" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
});
