import type { Page } from "playwright/test";

/** Lets a page be seen before it becomes interactive. @returns what lets its scripts load */
export async function holdScripts(page: Page): Promise<() => void> {
  const scriptsMayLoad = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await scriptsMayLoad.promise;
    await route.continue();
  });
  return scriptsMayLoad.resolve;
}
