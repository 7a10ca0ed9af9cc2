import { expectFit } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";

/** A service of its own starts first. */
test.describe.configure({ timeout: 120_000 });

async function startWith(env: Record<string, string>) {
  const service = await startServer({ env });
  return {
    ...service,
    async end() {
      await service.stop();
      await removeDataDir(service.dataDir);
    },
  };
}

test("a public demo: the sign-in page shows how to enter, and webhooks say that they aren’t sent", async ({
  page,
}) => {
  const password = "look around here";
  const service = await startWith({
    DEMO: "1",
    DEMO_PASSWORD: password,
    OUTGOING: "off",
    UPLOAD_FILES: "0",
  });
  await page.goto(service.baseUrl);
  await expect(page.getByText("This is a demo.")).toContainText(password);
  await expectFit(page);
  await page.getByLabel("Email", { exact: true }).fill("demo@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/(welcome|inbox)$/);
  await page.goto(`${service.baseUrl}/forms`);
  await page.getByRole("link", { name: "Orders" }).first().click();
  await page.getByRole("link", { name: "Integrations" }).click();
  await expect(page.getByText("Outgoing calls are turned off on this server")).toBeVisible();
  await expectFit(page);
  await page.goto(`${service.baseUrl}/usage`);
  await expect(page.getByText("No monthly limit")).toBeVisible();
  await expect(page.getByText(/\bplans?\b/i)).toHaveCount(0);
  await expectFit(page);
  await service.end();
});

test("an empty installation welcomes its first owner, also where accounts are by invitation", async ({
  page,
}) => {
  const service = await startWith({ SIGN_UP: "invited" });
  await page.goto(service.baseUrl);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/welcome/i);
  await expectFit(page);
  await page.getByRole("link", { name: /first account/i }).click();
  await expect(page.getByRole("heading", { name: "Create the first account" })).toBeVisible();
  await expectFit(page);
  await service.end();
});
