import { receive, row } from "#tests/e2e/support/inbox";
import { expectNoSidewaysScroll } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";

/** Each page, and the page and the navigation that lead there. */
const LISTS = [
  ["Inbox", "/inbox", "/welcome", "Main"],
  ["Forms", "/forms", "/welcome", "Main"],
  ["Settings", "/settings", "/welcome", "Main"],
  ["Recipients", "/recipients", "/settings/members", "Sections"],
  ["Developers", "/tokens", "/settings", "Settings"],
  ["Test inbox", "/test-inbox", "/tokens", "Sections"],
  ["Usage", "/usage", "/settings", "Settings"],
  ["Security", "/settings/security", "/settings", "Settings"],
] as const;

for (const [name, path, from, of] of LISTS)
  test(`${path}: a skeleton is shown while the page loads @matrix`, async ({ dashboard: page }) => {
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
    const navigation = page.getByRole("navigation", { name: of });
    await expect(async () => {
      await page.goto(from, { waitUntil: "networkidle" });
      await navigation.getByRole("link", { name: new RegExp(`^${name}`) }).click();
      await expect(skeleton).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(main.getByRole("status").filter({ hasText: "Loading" })).toBeAttached();
    await expectNoSidewaysScroll(page);
    rest.resolve();
    await expect(skeleton).toHaveCount(0);
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  });

declare global {
  interface Window {
    timesHidden?: number;
  }
}

test("a message that the server rendered stays while its code loads @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const [id] = await receive(owner, await owner.createForm("Contact"), ["Ada"]);
  const path = `/inbox?message=${id}`;
  const rest = Promise.withResolvers<void>();
  const ofPage = await (await page.request.get(path)).text();
  await page.route("**/_next/static/chunks/**", async (route) => {
    if (!ofPage.includes(new URL(route.request().url()).pathname)) await rest.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    let wasVisible = false;
    const look = () => {
      const isVisible = document.getElementById("message-heading")?.checkVisibility() ?? false;
      if (wasVisible && !isVisible) window.timesHidden = (window.timesHidden ?? 0) + 1;
      wasVisible = isVisible;
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Ada" })).toBeVisible();
  await expect(page.getByRole("article").getByText("From Ada")).toBeVisible();
  rest.resolve();
  // The page has taken over, and passed new props to the message.
  await expect(row(page, "Ada")).not.toHaveAccessibleName(/Unread/);
  expect(await page.evaluate(() => window.timesHidden ?? 0)).toBe(0);
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("heading", { name: "Ada" })).toHaveCount(0);
});
