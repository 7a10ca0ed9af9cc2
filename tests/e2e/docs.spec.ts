import type { Page } from "@playwright/test";
import type { OpenApiDocument } from "#lib/http/openapi/document-shape";
import { tableOfPages, visitPage } from "#tests/e2e/support/docs-pages";
import { expectAccessible, expectNoSidewaysScroll, LOOKS, wear } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";

/** First-load scripts of any page, compressed (UX, Ground rules). */
const MAX_SCRIPT_BYTES = 180_000;
const MAX_HTML_BYTES = 150_000;

async function readDocument(page: Page): Promise<OpenApiDocument> {
  return (await page.request.get("/openapi.json")).json();
}

/** The addresses of all pages of the documentation, from its own navigation. */
async function listPages(page: Page): Promise<string[]> {
  await page.goto("/docs");
  const links = page.getByRole("navigation", { name: "Documentation" }).locator("a");
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  expect(hrefs.length).toBeGreaterThan(30);
  return ["/docs", ...hrefs];
}

const PAGES = ["/docs", "/docs/quick-start", "/docs/errors", "/docs/api", "/docs/api/submissions"];

for (const path of PAGES)
  test(`${path} is accessible in light and dark, on phone and desktop, and never scrolls sideways`, async ({
    page,
  }) => {
    await page.goto(path);
    for (const look of LOOKS) {
      await wear(page, look);
      await expectAccessible(page, look);
    }
    await expectNoSidewaysScroll(page);
  });

test("every page of the documentation has less than 150 KB of HTML, and shows no error", async ({
  page,
}) => {
  test.slow();
  const visits = [];
  for (const path of await listPages(page)) visits.push(await visitPage(page, path));
  console.log(tableOfPages(visits));
  for (const { path, status, htmlBytes } of visits) {
    expect(status, path).toBe(200);
    expect(htmlBytes, path).toBeLessThan(MAX_HTML_BYTES);
  }
});

test("the reference shows every operation of the served document, with its scope and codes", async ({
  plainPage: page,
}) => {
  const { paths, webhooks, tags, info } = await readDocument(page);
  await page.goto("/docs/api");
  await expect(page.getByText(info.version)).toBeVisible();
  const shared = await page.getByRole("main").textContent();
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
  for (const tag of tags) {
    await page.goto("/docs");
    await page.locator("h3").getByRole("link", { name: tag.name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(tag.name);
    for (const { path, operation } of operations.filter((one) =>
      one.operation.tags.includes(tag.name),
    )) {
      const text = await page.locator(`section[id="${operation.operationId}"]`).textContent();
      expect(text).toContain(operation.summary);
      expect(text).toContain(path);
      if (operation["x-required-scope"]) expect(text).toContain(operation["x-required-scope"]);
      for (const { name } of operation.parameters ?? []) expect(text).toContain(name);
      for (const status of Object.keys(operation.responses))
        expect(`${text}${shared}`, operation.operationId).toContain(status);
    }
  }
  await page.goto("/docs/api/events");
  for (const type of Object.keys(webhooks))
    await expect(page.getByText(type).first()).toBeVisible();
});

test("every link in the documentation has a page and a target", async ({ page, serviceUrl }) => {
  test.slow();
  const ids = new Map<string, Set<string>>();
  const links = new Set<string>();
  for (const path of await listPages(page)) {
    const html = await (await page.request.get(path)).text();
    ids.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id)));
    for (const [, href = ""] of html.matchAll(/<a [^>]*?href="([^"]+)"/g))
      links.add(new URL(href, serviceUrl + path).href);
  }
  const broken = [...links].filter((link) => {
    const { origin, pathname, hash } = new URL(link);
    if (origin !== serviceUrl || !pathname.startsWith("/docs") || pathname.endsWith(".md"))
      return false;
    const targets = ids.get(pathname);
    return !targets || (hash !== "" && !targets.has(decodeURIComponent(hash.slice(1))));
  });
  expect(broken).toEqual([]);
});

test("old links to sections of the reference lead to where they are now", async ({ page }) => {
  for (const [old, now] of [
    ["createForm", "/docs/api/forms#createForm"],
    ["WebhookDelivery", "/docs/api/webhooks#WebhookDelivery"],
    ["error-rate_limited", "/docs/errors#rate_limited"],
    ["authentication", "/docs/api#authentication"],
    ["tag-auto-replies", "/docs/api/auto-replies"],
    ["events", "/docs/api/events"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/docs#${old}`);
    await page.waitForURL(`**${now}`);
  }
});

test("without scripts, an old link to a section leads to a link to it", async ({
  plainPage: page,
}) => {
  await page.goto("/docs#rotateWebhookSecret");
  const link = page.locator("#rotateWebhookSecret");
  await expect(link).toBeInViewport();
  await link.click();
  await expect(page.locator("section#rotateWebhookSecret")).toBeInViewport();
});

test("every guide has a Markdown twin that the page and llms.txt link to", async ({ page }) => {
  const index = await page.request.get("/llms.txt");
  expect(index.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const guides = (await listPages(page)).filter((path) => /^\/docs\/(?!api)./.test(path));
  for (const path of guides) {
    const twin = await page.request.get(`${path}.md`);
    expect(twin.status(), path).toBe(200);
    expect(twin.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(await twin.text()).toMatch(/^# \S/);
    expect(await index.text()).toContain(`${path}.md)`);
  }
  await page.goto("/docs/webhooks");
  const alternate = page.locator('link[rel="alternate"][type="text/markdown"]');
  await expect(alternate).toHaveAttribute("href", /\/docs\/webhooks\.md$/);
  expect((await page.request.get("/docs/unknown.md")).status()).toBe(404);
});

test("without scripts, the page has the code in every language, and tabs show one", async ({
  plainPage: page,
}) => {
  for (const path of ["/docs/pagination", "/docs/api/token"]) {
    await page.goto(path);
    const figure = page.locator("figure.code", { has: page.locator("fieldset") }).first();
    await expect(figure.locator("pre")).toHaveCount(4);
    await expect(figure.getByText("curl '")).toBeVisible();
    await figure.getByText("Python", { exact: true }).click();
    await expect(figure.getByText("import json")).toBeVisible();
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
  await page.locator("#listForms").getByLabel("PHP").check();
  await copy("createForm");
  await expect.poll(copied).toMatch(/^<\?php/);
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  await page.goto("/docs/idempotency");
  await expect(page.getByLabel("PHP").first()).toBeChecked();
  await expect(page.locator("pre", { hasText: "<?php" })).toBeVisible();
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
  ] as const) {
    await search.fill(words);
    await expect(nav.getByText(/^\d+ results?$/)).toBeVisible();
    const name = new RegExp(result.replace("’", ".").slice(0, 20));
    await expect(nav.getByRole("link", { name }).first()).toBeVisible();
  }
  await search.fill("no such words");
  await expect(nav.getByText("No results")).toBeVisible();
  await search.fill("constant time");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/webhooks#verify-the-signature");
  await search.press("Escape");
  await expect(nav.getByRole("link", { name: "Quick start" })).toBeVisible();
});

test("search says so if its index can't be loaded", async ({ page, provoked }) => {
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

test("the documentation loads nothing from other hosts and few scripts", async ({
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
  await page.goto("/docs/api/forms", { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThan(MAX_SCRIPT_BYTES);
});
