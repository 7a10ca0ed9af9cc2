import { type BrowserContextOptions, test as base, expect, type Page } from "playwright/test";
import { watchPages } from "#tests/e2e/support/test";
import { startWebsite, type Website } from "#tests/e2e/support/website";
import { type Installation, withInstallation } from "#tests/journeys/support/installation";

export { expect };

type Fixtures = {
  /** Someone else's website, on another origin. */
  website: Website;
  /** Another person's page, in a browser of their own. */
  newPerson: (options?: BrowserContextOptions) => Promise<Page>;
};

type WorkerFixtures = {
  /** An installation with the settings of a new one. Journeys share it, each with people of its own. */
  installation: Installation;
};

/** The runner of journeys: no page may log an error or break its own policy. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from here
    async ({}, use) => withInstallation({}, use),
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ installation }, use) => use(installation.baseUrl),
  page: async ({ newPerson }, use) => use(await newPerson()),
  newPerson: async ({ browser, installation }, use) => {
    const baseURL = installation.baseUrl;
    const people: { close: () => Promise<void>; problems: () => string[] }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options });
      people.push({ close: () => context.close(), problems: watchPages(context, baseURL) });
      return context.newPage();
    });
    const problems = people.flatMap((person) => person.problems());
    for (const { close } of people) await close();
    expect(problems).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from here
  website: async ({}, use) => {
    const website = await startWebsite();
    await use(website);
    await website.close();
  },
});
