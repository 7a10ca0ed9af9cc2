import type { Browser, Page } from "@playwright/test";
import { giveMany } from "#tests/e2e/support/past";
import { Owner } from "#tests/support/factories/owner";
import { launchBrowser } from "#tests/support/setup/browser";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";

/**
 * `npm run bench:keys`: how long the inbox takes from a key press to the next paint, in a list of 25
 * messages and in one of 10,000 that has been scrolled to its end. In milliseconds, from the browser's
 * Event Timing, which rounds to 8. Before that, the largest contentful paint of pages with 10,000 messages.
 */
const TOTAL = 10_000;
const KEYS = [
  "j",
  "j",
  "x",
  "j",
  "x",
  "Escape",
  "j",
  "Enter",
  "j",
  "k",
  "u",
  "e",
  "j",
  "z",
  "Escape",
];
const ROUNDS = 3;
const PAUSE_MS = 150;

type Timed = { name: string; duration: number };
declare global {
  interface Window {
    timed: Timed[];
  }
}

/** `durationThreshold` isn't in TypeScript's types yet: shorter events aren't reported. */
const OBSERVED: PerformanceObserverInit & { durationThreshold: number } = {
  type: "event",
  durationThreshold: 16,
};

async function pressAll(page: Page, title: string): Promise<void> {
  await page.evaluate((options) => {
    window.timed = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) window.timed.push({ name, duration });
    }).observe(options);
  }, OBSERVED);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const key of KEYS) {
      await page.keyboard.press(key);
      await page.waitForTimeout(PAUSE_MS);
    }
  const timed = await page.evaluate(() => window.timed);
  const times = timed.filter(({ name }) => name === "keydown").map(({ duration }) => duration);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  console.log(`${title.padEnd(24)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`);
}

/** Scrolls until the last message has loaded, then back to the first. */
async function scrollThrough(page: Page): Promise<void> {
  const list = page.locator("[data-message-list]");
  const isLast = () =>
    list.evaluate((element, total) => {
      element.scrollTop = element.scrollHeight;
      return element.textContent?.includes(`Sender ${total}`) ?? false;
    }, TOTAL);
  while (!(await isLast())) await page.waitForTimeout(PAUSE_MS / 5);
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await page.waitForTimeout(PAUSE_MS * 5);
}

const LOADS = 5;

/** Loads a page with an empty cache each time. */
async function load(browser: Browser, owner: Owner, title: string, path: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    const page = await openPage(browser, owner);
    await page.goto(`${owner.baseUrl}${path}`, { waitUntil: "networkidle" });
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(list.getEntries().at(-1)?.startTime ?? 0),
            ).observe({ type: "largest-contentful-paint", buffered: true });
          }),
      ),
    );
    await page.context().close();
  }
  times.sort((a, b) => a - b);
  const [median = 0, longest = 0] = [times[Math.floor(LOADS / 2)], times.at(-1)];
  console.log(
    `${title.padEnd(24)} largest paint p50 ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
  );
}

async function openPage(browser: Browser, owner: Owner): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ ...owner.cookie, url: owner.baseUrl }]);
  return context.newPage();
}

const service = await startServer({ env: { MANAGEMENT_RATE_LIMIT: "1000000" } });
const browser = await launchBrowser();
try {
  const owner = await Owner.signUp(service.baseUrl);
  await giveMany(service.dataDir, await owner.createForm("Bench"), TOTAL);
  const [message] = await owner.listMessages();
  await load(browser, owner, "inbox", "/inbox");
  await load(browser, owner, "message", `/inbox?message=${message?.id}`);
  await load(browser, owner, "search", "/inbox?folder=all&search=sender");
  const page = await openPage(browser, owner);
  await page.goto(`${service.baseUrl}/inbox`, { waitUntil: "networkidle" });
  await pressAll(page, "25 messages loaded");
  await scrollThrough(page);
  await pressAll(page, "10,000 messages loaded");
} finally {
  await browser.close();
  await service.stop();
  await removeDataDir(service.dataDir);
}
