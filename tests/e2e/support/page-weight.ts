import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright/test";

/** The weight of the first visit to a page, in compressed bytes. */
type PageWeight = { name: string; scripts: number; html: number };

/**
 * Opens a page with an empty cache and measures its document and every script it requests. The pages that it
 * prefetches when it's idle are weighed by themselves.
 */
export async function weighPage(page: Page, name: string, path: string): Promise<PageWeight> {
  await page.route("**/*", (route) =>
    "next-router-prefetch" in route.request().headers() ? route.abort() : route.continue(),
  );
  const scripts: Promise<number>[] = [];
  const weigh = (response: Response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  };
  page.on("response", weigh);
  const document = await page.goto(path, { waitUntil: "networkidle" });
  page.off("response", weigh);
  const sizes = await Promise.all(scripts);
  return {
    name,
    scripts: sizes.reduce((sum, size) => sum + size, 0),
    html: gzipSync((await document?.body()) ?? "").byteLength,
  };
}

type Visit = { path: string; status: number; htmlBytes: number; elements: number; lcpMs: number };

/** Opens a page of the documentation and measures its HTML and its largest contentful paint. */
export async function visitPage(page: Page, path: string): Promise<Visit> {
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
