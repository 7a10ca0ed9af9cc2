import type { Page } from "playwright";
import { giveMany } from "#tests/e2e/support/past";
import { Owner } from "#tests/support/factories/owner";
import { launchBrowser } from "#tests/support/setup/browser";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";

/**
 * `npm run bench:keys`: how long the inbox takes from a key press to the next paint, in a list of 25
 * messages and in one of 10,000 that has been scrolled to its end. In milliseconds, from the browser's
 * Event Timing, which rounds to 8.
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

const service = await startServer({ env: { MANAGEMENT_RATE_LIMIT: "1000000" } });
const browser = await launchBrowser();
try {
  const owner = await Owner.signUp(service.baseUrl);
  await giveMany(service.dataDir, await owner.createForm("Bench"), TOTAL);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ ...owner.cookie, url: service.baseUrl }]);
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/inbox`, { waitUntil: "networkidle" });
  await pressAll(page, "25 messages loaded");
  await scrollThrough(page);
  await pressAll(page, "10,000 messages loaded");
} finally {
  await browser.close();
  await service.stop();
  await removeDataDir(service.dataDir);
}
