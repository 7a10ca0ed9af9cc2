import type { Page } from "playwright/test";
import type { OpenApiDocument } from "#lib/entry/openapi/document";
import { expect, test } from "#tests/e2e/support/test";

const MAX_HTML_BYTES = 200_000;

async function readDocument(page: Page): Promise<OpenApiDocument> {
  return (await page.request.get("/openapi.json")).json();
}

type Visit = { path: string; status: number; htmlBytes: number; elements: number; lcpMs: number };

/** Opens a page of the documentation and measures its HTML and its largest contentful paint. */
async function visitPage(page: Page, path: string): Promise<Visit> {
  const response = await page.goto(path, { waitUntil: "load" });
  const body = (await response?.body()) ?? Buffer.alloc(0);
  const lcpMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  return { path, status: response?.status() ?? 0, htmlBytes: body.byteLength, elements, lcpMs };
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

test("every page of the documentation has less than 200 KB of HTML, and shows no error", async ({
  page,
}) => {
  test.slow();
  const paths = await listPages(page);
  expect(paths).toContain("/docs/changelog");
  const visits = [];
  for (const path of paths) visits.push(await visitPage(page, path));
  console.table(visits);
  for (const { path, status, htmlBytes } of visits) {
    expect(status, path).toBe(200);
    expect(htmlBytes, path).toBeLessThan(MAX_HTML_BYTES);
  }
});

test("a guide's pictures load, in the viewer's look", async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/docs/chats");
    const pictures = page.getByRole("article").getByRole("img");
    await expect(pictures).toHaveCount(4);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty("naturalWidth", 1040);
      const shown = picture.evaluate((image: HTMLImageElement) => image.currentSrc);
      expect(await shown).toMatch(new RegExp(`-${colorScheme}\\.png$`));
      await expect(picture).toHaveAccessibleName(/^A message in /);
    }
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
