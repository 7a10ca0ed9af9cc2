import { readFile } from "node:fs/promises";
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { startWebsite, type Website } from "#tests/e2e/support/website";
import { HOSTILE, ORDINARY } from "#tests/e2e/support/words";
import { fillWorkspace, type Place, type World } from "#tests/e2e/support/world";
import { Owner } from "#tests/support/factories/owner";
import { saveWebhook } from "#tests/support/factories/owner-forms";
import type { ReceiverPlace } from "#tests/support/twins/outside";
import { type Receiver, startReceiver } from "#tests/support/twins/receiver";

export { expect };

/**
 * Watches every page of the service for what no page may do: log an error, violate its content
 * security policy, throw, or request a missing resource. The page itself may have any status.
 */
export function watchPages(context: BrowserContext, serviceUrl: string): () => string[] {
  const problems = new Set<string>();
  const rejectedPages = new Set<string>();
  context.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.status() >= 400)
      rejectedPages.add(response.url());
  });
  context.on("console", (message: ConsoleMessage) => {
    const page = message.page()?.url() ?? "";
    if (message.type() !== "error" || !page.startsWith(serviceUrl)) return;
    const isOfPage = /^Failed to load resource/.test(message.text());
    if (isOfPage && rejectedPages.has(message.location().url)) return;
    problems.add(`${page}: ${message.text()}`);
  });
  context.on("weberror", (error) => problems.add(String(error.error())));
  return () => [...problems];
}

type Fixtures = {
  /** Errors that a test provokes. Only matching ones are expected. */
  provoked: RegExp[];
  /** Fails the test if a page of its context reported an unexpected error. */
  watched: undefined;
  /** A workspace of this test's own. */
  owner: Owner;
  /** A form of that owner. */
  form: Form;
  /** A form of that owner with a webhook to the receiver. */
  connected: Form;
  /** A page where that owner is signed in. */
  dashboard: Page;
  /** A page in another browser, which isn't watched for errors. */
  stranger: Page;
  /** A page in another browser, where that owner is signed in. */
  elsewhere: Page;
  /** A website of another origin. */
  website: Website;
  /** An endpoint that has received nothing yet. */
  receiver: Receiver;
  /** A visitor's page in a browser without scripts. */
  plainPage: Page;
};

type WorkerFixtures = {
  world: World;
  hostileWorld: World;
  serviceUrl: string;
  service: Place;
  /** This worker's own endpoint, which the service trusts. It responds with 204. */
  standingReceiver: Receiver;
};

/** Each worker's endpoint has its own address, reserved by the setup. */
function placeOf(parallelIndex: number): ReceiverPlace {
  const places: ReceiverPlace[] = JSON.parse(process.env.E2E_RECEIVERS ?? "[]");
  const place = places[parallelIndex];
  if (!place) throw new Error(`no place for a receiver of worker ${parallelIndex}`);
  return place;
}

export async function signIn(context: BrowserContext, owner: Owner): Promise<void> {
  await context.addCookies([{ ...owner.cookie, url: owner.baseUrl }]);
}

/** Enters an address and a password on the page for signing in. */
export async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Uses a token for the operation that any valid one may call. */
export function inspectToken({ baseUrl }: Owner, token: string): Promise<Response> {
  return fetch(`${baseUrl}/v1/token`, { headers: { authorization: `Bearer ${token}` } });
}

/** The page that a link opens in a tab of its own. */
export async function openTab(page: Page, link: Locator): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await link.click();
  return opened;
}

/** The file that a link or a button downloads. */
export async function download(page: Page, button: Locator) {
  const started = page.waitForEvent("download");
  await button.click();
  const file = await started;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from here
  provoked: async ({}, use) => use([]),
  watched: [
    async ({ context, serviceUrl, provoked }, use) => {
      const problems = watchPages(context, serviceUrl);
      await use(undefined);
      const isProvoked = (problem: string) => provoked.some((pattern) => pattern.test(problem));
      expect(problems().filter((problem) => !isProvoked(problem))).toEqual([]);
    },
    { auto: true },
  ],
  serviceUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from here
    async ({}, use, info) => {
      const { baseURL } = info.project.use;
      if (!baseURL) throw new Error("the configuration names no baseURL");
      await use(baseURL);
    },
    { scope: "worker" },
  ],
  owner: async ({ serviceUrl }, use) => use(await Owner.signUp(serviceUrl)),
  form: async ({ owner }, use) => use(await owner.createForm("Contact")),
  connected: async ({ owner, form, receiver }, use) => {
    await saveWebhook(owner, form.id, receiver.url);
    await use(form);
  },
  stranger: async ({ browser, serviceUrl }, use) => {
    const context = await browser.newContext({ baseURL: serviceUrl });
    await use(await context.newPage());
    await context.close();
  },
  elsewhere: async ({ stranger, owner }, use) => {
    await signIn(stranger.context(), owner);
    await use(stranger);
  },
  dashboard: async ({ owner, context, page }, use) => {
    await signIn(context, owner);
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from here
  website: async ({}, use) => {
    const website = await startWebsite();
    await use(website);
    await website.close();
  },
  standingReceiver: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from here
    async ({}, use, { parallelIndex }) => {
      const { hostname, port, certificate } = placeOf(parallelIndex);
      const receiver = await startReceiver({ hostnames: [hostname], port, certificate });
      await use(receiver);
      await receiver.stop();
    },
    { scope: "worker" },
  ],
  receiver: async ({ standingReceiver }, use) => {
    standingReceiver.reset();
    await use(standingReceiver);
    standingReceiver.reset();
  },
  plainPage: async ({ browser, serviceUrl }, use) => {
    const context = await browser.newContext({ baseURL: serviceUrl, javaScriptEnabled: false });
    const problems = watchPages(context, serviceUrl);
    await use(await context.newPage());
    await context.close();
    expect(problems()).toEqual([]);
  },
  service: [
    async ({ serviceUrl, standingReceiver }, use) => {
      const dataDir = process.env.E2E_DATA_DIR;
      if (!dataDir) throw new Error("the service of the suite was not started by its own setup");
      await use({ baseUrl: serviceUrl, dataDir, receiverUrl: standingReceiver.url });
    },
    { scope: "worker" },
  ],
  world: [
    async ({ service }, use) => use(await fillWorkspace(service, ORDINARY)),
    { scope: "worker" },
  ],
  hostileWorld: [
    async ({ service }, use) => use(await fillWorkspace(service, HOSTILE)),
    { scope: "worker" },
  ],
});
