import type { Page } from "@playwright/test";
import { median } from "#tests/bench/open-bench";
import { giveMany } from "#tests/e2e/support/past";
import { signIn } from "#tests/e2e/support/test";
import { ORDINARY } from "#tests/e2e/support/words";
import { fillWorkspace, type World } from "#tests/e2e/support/world";
import { launchBrowser } from "#tests/support/setup/browser";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";
import { OPERATOR_EMAIL } from "#tests/support/setup/test-settings";
import { prepareOutside } from "#tests/support/twins/outside";
import { startReceiver } from "#tests/support/twins/receiver";

/**
 * `npm run bench:pages`: how long pages take to show their largest element in Chromium, with an empty
 * cache and 10,000 messages, and how long the inbox takes to paint after a click or a key, also when all
 * messages have been scrolled through. Prints the median and the slowest in milliseconds.
 */
const MESSAGES = 10_000;
const LOADS = 7;

const pathsOf = ({ form, message, deliveryId }: World): Record<string, string> => ({
  inbox: "/inbox",
  message: `/inbox?message=${message.id}`,
  "inbox search": "/inbox?search=message",
  "inbox filter": "/inbox?unread=true&from=2026-01-01",
  forms: "/forms",
  form: `/forms/${form.id}`,
  install: `/forms/${form.id}/install`,
  "form settings": `/forms/${form.id}/settings`,
  "spam protection": `/forms/${form.id}/spam-protection`,
  routing: `/forms/${form.id}/routing`,
  "auto-reply": `/forms/${form.id}/auto-reply`,
  webhook: `/forms/${form.id}/webhook`,
  "webhook delivery": `/forms/${form.id}/webhook/deliveries/${deliveryId}`,
  diagnostics: `/forms/${form.id}/diagnostics`,
  recipients: "/recipients",
  tokens: "/tokens",
  usage: "/usage",
  "test inbox": "/test-inbox",
  settings: "/settings",
  security: "/settings/security",
  members: "/settings/members",
  "audit log": "/settings/audit",
  docs: "/docs",
  "docs guide": "/docs/webhooks",
  "docs API": "/docs/api/submissions",
});

function print(name: string, times: readonly number[]): void {
  const [middle, slowest] = [median(times).toFixed(0), Math.max(...times).toFixed(0)];
  console.log(`${name.padEnd(30)}${middle.padStart(6)}${slowest.padStart(9)}`);
}

/** The time of the largest paint, in milliseconds after the navigation started. */
async function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? 0);
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
}

/** From an input to the next paint, in milliseconds. Chromium rounds to 8. */
async function timeInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.interactions = [];
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: "event",
      durationThreshold: 16,
    };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.interactions?.push(duration);
    }).observe(options);
  });
  await act();
  await page.waitForLoadState("networkidle");
  // Entries come after the paint; faster ones than 16 ms have none.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  return page.evaluate(() => Math.max(16, ...(window.interactions ?? [])));
}

const INTERACTIONS: Record<string, (page: Page) => Promise<void>> = {
  "open a message": (page) => page.getByRole("link", { name: /Sender 3\b/ }).click(),
  "next message (j)": (page) => page.keyboard.press("j"),
  "archive (e)": (page) => page.keyboard.press("e"),
  "select (x)": (page) => page.keyboard.press("x"),
  "clear the selection (Escape)": (page) => page.keyboard.press("Escape"),
  "open the filters": (page) => page.getByRole("button", { name: /^Filter/ }).click(),
  "close the filters (Escape)": (page) => page.keyboard.press("Escape"),
  "open the palette (Ctrl K)": (page) => page.keyboard.press("Control+k"),
  "type in the palette": (page) => page.keyboard.type("set"),
  "close the palette (Escape)": (page) => page.keyboard.press("Escape"),
  "another folder": (page) => page.getByRole("link", { name: /^Archive/ }).click(),
  "another page": (page) => page.getByRole("link", { name: "Forms", exact: true }).click(),
};

const KEYS = "j j x j x Escape j Enter j k u e j z Escape".split(" ");

/** Scrolls until the last message has loaded, then back to the first. */
async function scrollThrough(page: Page): Promise<void> {
  const list = page.locator("[data-message-list]");
  const isLast = () =>
    list.evaluate((element, total) => {
      element.scrollTop = element.scrollHeight;
      return element.textContent?.includes(`Sender ${total}`) ?? false;
    }, MESSAGES);
  while (!(await isLast())) await page.waitForTimeout(30);
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await page.waitForLoadState("networkidle");
}

declare global {
  interface Window {
    interactions?: number[];
  }
}

const limits = { MANAGEMENT_RATE_LIMIT: "1000000", INTAKE_IP_RATE_LIMIT: "1000000" };
const outside = await prepareOutside(1);
const receiver = await startReceiver({
  hostnames: outside.places.map(({ hostname }) => hostname),
  ...outside.places[0],
});
const service = await startServer({
  env: { ...limits, OPERATOR_EMAILS: OPERATOR_EMAIL, ...outside.env },
});
process.env.E2E_DATA_DIR = service.dataDir;
const browser = await launchBrowser();
try {
  const world = await fillWorkspace({ ...service, receiverUrl: receiver.url }, ORDINARY);
  await giveMany(service.dataDir, world.form, MESSAGES);
  const open = async (path: string) => {
    const context = await browser.newContext({ baseURL: service.baseUrl });
    await signIn(context, world.owner);
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    return page;
  };
  const close = (page: Page) => page.context().close();
  console.log("largest paint                 median  slowest");
  for (const [name, path] of Object.entries(pathsOf(world))) {
    const times: number[] = [];
    for (let load = 0; load <= LOADS; load++) {
      const page = await open(path);
      // The first load warms the server up.
      if (load > 0) times.push(await largestPaint(page));
      await close(page);
    }
    print(name, times);
  }
  console.log("\ninput to next paint           median  slowest");
  const times = new Map<string, number[]>();
  for (let round = 0; round <= LOADS; round++) {
    const page = await open("/inbox");
    for (const [name, act] of Object.entries(INTERACTIONS)) {
      const time = await timeInteraction(page, () => act(page));
      if (round > 0) times.set(name, [...(times.get(name) ?? []), time]);
    }
    await close(page);
  }
  for (const [name, all] of times) print(name, all);
  const page = await open("/inbox");
  for (const name of ["keys, 25 messages", "keys, all messages"]) {
    const pressed: number[] = [];
    for (const key of KEYS)
      pressed.push(await timeInteraction(page, () => page.keyboard.press(key)));
    print(name, pressed);
    await scrollThrough(page);
  }
} finally {
  await browser.close();
  await service.stop();
  await receiver.stop();
  await outside.stop();
  await removeDataDir(service.dataDir);
}
