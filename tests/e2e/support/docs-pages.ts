import type { Page } from "@playwright/test";

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

/** The measurements as a table, for the run's output. */
export function tableOfPages(visits: readonly Visit[]): string {
  const rows = visits.map(({ path, htmlBytes, elements, lcpMs }) => {
    const cells = [
      `${(htmlBytes / 1000).toFixed(1)} KB`,
      String(elements),
      `${Math.round(lcpMs)} ms`,
    ];
    return `${path.padEnd(28)}${cells.map((cell) => cell.padStart(11)).join("")}`;
  });
  return [`${"documentation".padEnd(28)}       HTML   elements        LCP`, ...rows].join("\n");
}
