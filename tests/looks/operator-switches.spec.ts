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
  page,
}) => {
  const service = await startWith({ DEMO: "reset", SIGN_UP: "closed" });
  await page.goto(`${service.baseUrl}/sign-up`);
  await expect(page.getByRole("heading", { name: "Sign-up is closed" })).toBeVisible();
  await expectFit(page);
  await page.goto(service.baseUrl);
  await expect(page.getByRole("button", { name: "Try the demo" })).toBeVisible();
  await expectFit(page);
  await page.getByRole("button", { name: "Try the demo" }).click();
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
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
