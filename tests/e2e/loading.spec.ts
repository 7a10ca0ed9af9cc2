import { expectNoSidewaysScroll } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";

const LISTS = {
  Inbox: "/inbox",
  Forms: "/forms",
  Recipients: "/recipients",
  "API tokens": "/tokens",
  "Usage and plan": "/usage",
  "Test inbox": "/test-inbox",
  Settings: "/settings",
};

for (const [name, path] of Object.entries(LISTS))
  test(`${path}: a skeleton is shown while the page loads`, async ({ dashboard: page }) => {
    const rest = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === path && url.searchParams.has("_rsc"),
      async (route) => {
        // The skeleton was prefetched with the link; the page itself is held back.
        if (route.request().headers()["next-router-prefetch"] === undefined) await rest.promise;
        await route.continue();
      },
    );
    const main = page.getByRole("main");
    const skeleton = main.locator("[data-slot=skeleton]").first();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect(async () => {
      await page.goto("/welcome", { waitUntil: "networkidle" });
      await navigation.getByRole("link", { name: new RegExp(`^${name}`) }).click();
      await expect(skeleton).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(main.getByRole("status").filter({ hasText: "Loading" })).toBeAttached();
    await expectNoSidewaysScroll(page);
    rest.resolve();
    await expect(skeleton).toHaveCount(0);
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  });
