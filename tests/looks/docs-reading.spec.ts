import { expect, test } from "#tests/e2e/support/test";

test("without scripts, the page has the code in every language, and tabs show one", async ({
  plainPage: page,
}) => {
  for (const [path, languages] of [
    ["/docs/pagination", 4],
    ["/docs/api/token", 2],
  ] as const) {
    await page.goto(path);
    const figure = page.locator("figure.code", { has: page.locator("fieldset") }).first();
    await expect(figure.locator("pre")).toHaveCount(languages);
    await expect(figure.getByText("curl '")).toBeVisible();
    await figure.getByText("JavaScript", { exact: true }).click();
    await expect(figure.getByText("await fetch(").first()).toBeVisible();
    await expect(figure.getByText("curl '")).toBeHidden();
    await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  }
});

test("a selected language counts for all code and on later pages, and is what's copied", async ({
  context,
  page,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/api/forms");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const copy = (id: string) =>
    page
      .locator(`section#${id}`)
      .getByRole("button", { name: /^Copy the request/ })
      .click();
  await copy("createForm");
  await expect.poll(copied).toMatch(/^curl 'http/);
  await page.locator("#listForms").getByLabel("JavaScript").check();
  await copy("createForm");
  await expect.poll(copied).toMatch(/^import \{ env \}/);
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  await page.goto("/docs/idempotency");
  await expect(page.getByLabel("JavaScript").first()).toBeChecked();
  await expect(page.locator("pre", { hasText: "await fetch(" }).first()).toBeVisible();
});

test("highlights the current section in the navigation", async ({ page }) => {
  await page.goto("/docs/api/forms#createForm");
  const nav = page.getByRole("navigation", { name: "Documentation" });
  await expect(nav.locator("[aria-current=page]")).toHaveText("Forms");
  await expect(nav.locator("[aria-current=location]")).toHaveText(/Create a form/);
  await page.goto("/docs/webhooks#retries");
  const headings = page.getByRole("navigation", { name: "On this page" });
  await expect(headings.locator("[aria-current=location]")).toHaveText("Retries");
});

test("search finds guides and reference by title and text, and Enter opens the first result", async ({
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/docs", { waitUntil: "networkidle" });
  expect(requests).not.toContain("/docs/search.json");
  const nav = page.getByRole("navigation", { name: "Documentation" });
  const search = nav.getByLabel("Search the documentation");
  // The key works once the page's scripts have loaded.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 300 });
  }).toPass();
  await search.fill("");
  for (const [words, result] of [
    ["idempotency", "Idempotency"],
    ["constant time", "Verify the signature"],
    ["rotate signing", "Rotate a webhook’s signing secret"],
    ["iframe", "Embed it"],
    ["GDPR", "Privacy"],
  ] as const) {
    await search.fill(words);
    await expect(nav.getByText(/^\d+ results?$/)).toBeVisible();
    const name = new RegExp(result.replace("’", ".").slice(0, 20));
    await expect(nav.getByRole("link", { name }).first()).toBeVisible();
  }
  await search.fill("qwertz yxcv");
  await expect(nav.getByText("No results")).toBeVisible();
  await search.fill("constant time");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/webhooks#verify-the-signature");
  await search.press("Escape");
  await expect(nav.getByRole("link", { name: "Quick start" })).toBeVisible();
});

test("search shows a message if its index can't be loaded", async ({ page, provoked }) => {
  provoked.push(/search\.json/, /Failed to load resource/);
  await page.route("**/docs/search.json", (route) => route.abort());
  await page.goto("/docs");
  await page.getByLabel("Search the documentation").fill("webhook");
  await expect(page.getByText(/couldn’t be loaded/)).toBeVisible();
});

test("on a phone, the menu opens without scripts and leads to other pages", async ({
  plainPage: page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/docs/quick-start");
  const nav = page.getByRole("navigation", { name: "Documentation" });
  await expect(nav).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await nav.getByRole("link", { name: "Rate limits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rate limits");
});

test("on a phone, the menu closes when a page is opened from it", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/docs/api/usage", { waitUntil: "networkidle" });
  const nav = page.getByRole("navigation", { name: "Documentation" });
  await page.getByRole("button", { name: "Menu" }).click();
  await nav.getByRole("link", { name: /Get this month's usage/ }).click();
  await expect(nav).toBeHidden();
  await expect(page.locator("section#getUsage")).toBeInViewport();
});
