import type { Page } from "@playwright/test";
import type { OpenApiDocument } from "#lib/http/openapi/document-shape";
import { expectAccessible, expectNoSidewaysScroll, LOOKS, wear } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";

/** First-load scripts of any page, compressed (UX, Ground rules). */
const MAX_SCRIPT_BYTES = 180_000;

async function readDocument(page: Page): Promise<OpenApiDocument> {
  return (await page.request.get("/openapi.json")).json();
}

/** One of each element that the page repeats hundreds of times. */
const SAMPLE = ["getToken", "createForm", "Submission"];

test("the API reference is accessible", async ({ page }) => {
  test.slow();
  const [first, ...others] = LOOKS;
  await page.goto("/docs");
  if (first) await wear(page, first);
  await expectAccessible(page, first);
  // Checking the whole page four times would double the suite's time.
  await page.evaluate((sample) => {
    for (const section of document.querySelectorAll("main section[id]"))
      if (!sample.includes(section.id)) section.remove();
  }, SAMPLE);
  for (const look of others) {
    await wear(page, look);
    await expectAccessible(page, look);
  }
});

test("the API reference shows every operation of the served document, with its scope and codes", async ({
  plainPage: page,
}) => {
  await page.goto("/docs");
  const { paths, webhooks, info } = await readDocument(page);
  await expect(page.getByText(info.version)).toBeVisible();
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
  expect(operations).toHaveLength(34);
  for (const { path, operation } of operations) {
    const section = page.locator(`section[id="${operation.operationId}"]`);
    const text = await section.textContent();
    expect(text).toContain(operation.summary);
    expect(text).toContain(path);
    if (operation["x-required-scope"]) expect(text).toContain(operation["x-required-scope"]);
    for (const { name } of operation.parameters ?? []) expect(text).toContain(name);
    for (const status of Object.keys(operation.responses)) expect(text).toContain(status);
  }
  for (const type of Object.keys(webhooks))
    await expect(page.getByText(type).first()).toBeVisible();
});

test("every link in the API reference has a target", async ({ page }) => {
  await page.goto("/docs");
  const dangling = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href^='#']")]
      .map(({ hash }) => hash.slice(1))
      .filter((id) => document.getElementById(id) === null),
  );
  expect(dangling).toEqual([]);
});

test("without scripts, the request language can be selected and there are no copy buttons", async ({
  plainPage: page,
}) => {
  await page.goto("/docs");
  const request = page.locator("#getToken figure").first();
  await expect(request).toContainText("curl");
  await page.getByText("JavaScript", { exact: true }).first().click();
  await expect(request.getByText("await fetch(")).toBeVisible();
  await expect(request.getByText("curl '")).toBeHidden();
  await expect(page.getByRole("button", { name: /^Copy the request/ })).toHaveCount(0);
});

test("copies the request in the selected language", async ({ context, page }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs");
  await page.getByLabel("JavaScript").check();
  await page
    .locator("#createForm")
    .getByRole("button", { name: /^Copy the request/ })
    .click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("JSON.stringify({");
  await page.getByLabel("curl").check();
  await page
    .locator("#createForm")
    .getByRole("button", { name: /^Copy the request/ })
    .click();
  await expect.poll(copied).toMatch(/^curl 'http/);
});

test("highlights the current section in the table of contents", async ({ page }) => {
  await page.goto("/docs#createForm");
  const current = page.getByRole("navigation", { name: "Contents" }).locator("[aria-current]");
  await expect(current).toHaveText(/Create a form/);
});

test("search filters sections, and Enter opens the first one", async ({ page }) => {
  await page.goto("/docs");
  const contents = page.getByRole("navigation", { name: "Contents" });
  const links = contents.locator("li li a");
  const all = await links.count();
  const search = contents.getByLabel("Search the reference").filter({ visible: true });
  // The key works once the page's scripts have loaded.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 300 });
  }).toPass();
  await search.fill("");
  await page.keyboard.type("rotate signing");
  await expect(contents.getByText(/^\d+ sections?$/)).toBeVisible();
  expect(await links.filter({ visible: true }).count()).toBeLessThan(all / 3);
  await expect(links.filter({ hasText: "secret" }).first()).toBeVisible();
  await expect(contents.getByRole("link", { name: "Create a form" })).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\w+/);
  await search.fill("no such words");
  await expect(contents.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(links.filter({ visible: true })).toHaveCount(all);
});

test("on a phone, the table of contents expands and nothing scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/docs");
  await page.getByText("Contents").click();
  await page.getByRole("link", { name: "GET Get this month's usage" }).click();
  await expect(page.locator("#getUsage")).toBeInViewport();
  await expectNoSidewaysScroll(page);
});

test("the API reference loads nothing from other hosts and few scripts", async ({
  page,
  serviceUrl,
}) => {
  let scriptBytes = 0;
  const foreign: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().startsWith(serviceUrl)) foreign.push(response.url());
    if (response.request().resourceType() !== "script") return;
    const { responseBodySize } = await response.request().sizes();
    scriptBytes += responseBodySize;
  });
  await page.goto("/docs", { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThan(MAX_SCRIPT_BYTES);
});
