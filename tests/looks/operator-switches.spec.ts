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

test("a public demo with closed sign-up: one click opens the demo, and no one else can sign up", async ({
  browser,
}) => {
  const service = await startWith({ DEMO: "reset", SIGN_UP: "closed" });
  const context = await browser.newContext({ baseURL: service.baseUrl });
  const page = await context.newPage();
  await page.goto("/sign-up");
  await expect(page.getByRole("heading", { name: "Sign-up is closed" })).toBeVisible();
  await expectFit(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Try the demo" })).toBeVisible();
  await expectFit(page);
  await page.getByRole("button", { name: "Try the demo" }).click();
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await expectFit(page);
  await context.close();
  await service.end();
});

test("an empty installation welcomes its first owner, also where accounts are by invitation", async ({
  browser,
}) => {
  const service = await startWith({ SIGN_UP: "invited" });
  const context = await browser.newContext({ baseURL: service.baseUrl });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/welcome/i);
  await expectFit(page);
  await page.getByRole("link", { name: /first account/i }).click();
  await expect(page.getByRole("heading", { name: "Create the first account" })).toBeVisible();
  await expectFit(page);
  await context.close();
  await service.end();
});
