import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/** The weight of the first visit to a page, in compressed bytes. */
export type PageWeight = { name: string; scripts: number; html: number };

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

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`.padStart(10);

/** The weights as a table, for the run's output. */
export function tableOf(title: string, weights: readonly PageWeight[]): string {
  const rows = weights.map(
    ({ name, scripts, html }) => `${name.padEnd(28)}${kilobytes(scripts)}${kilobytes(html)}`,
  );
  return [`${title.padEnd(28)}   scripts      HTML`, ...rows].join("\n");
}
