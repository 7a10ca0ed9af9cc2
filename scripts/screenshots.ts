import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { ROOT } from "#selfhost/checkout";
import { LOOKS, wear } from "#tests/e2e/support/looks";
import { setEmailKinds } from "#tests/e2e/support/past";
import { at, openView, type View } from "#tests/e2e/support/view";
import {
  DASHBOARD_VIEWS,
  DOCS_VIEWS,
  EMPTY_VIEWS,
  SIGNED_OUT_VIEWS,
  VISITOR_VIEWS,
} from "#tests/e2e/support/views";
import { HOSTILE, ORDINARY } from "#tests/e2e/support/words";
import { fillWorkspace, type World } from "#tests/e2e/support/world";
import { Owner } from "#tests/support/factories/owner";
import { launchBrowser } from "#tests/support/setup/browser";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";
import { OPERATOR_EMAIL } from "#tests/support/setup/test-settings";
import { prepareOutside } from "#tests/support/twins/outside";
import { startReceiver } from "#tests/support/twins/receiver";

const FOLDER = join(ROOT, ".screenshots");

type Gallery = {
  views: readonly View[];
  world: World;
  visitor: Owner | null;
  prefix?: string;
  isWindowOnly?: boolean;
};

/** Takes a screenshot of each view in each look. */
async function take(browser: Browser, gallery: Gallery, wanted: readonly string[]): Promise<void> {
  const { views, world, visitor, prefix = "", isWindowOnly = false } = gallery;
  for (const view of views) {
    if (wanted.length > 0 && !wanted.includes(view.name)) continue;
    const context = await browser.newContext({ baseURL: world.owner.baseUrl });
    if (visitor) await context.addCookies([{ ...visitor.cookie, url: visitor.baseUrl }]);
    const page = await context.newPage();
    const looks = LOOKS.filter(({ width }) => width <= (view.maxWidth ?? width));
    if (looks[0]) await wear(page, looks[0]);
    await openView(view, page, world);
    // Parts of a page load after it.
    await page.waitForLoadState("networkidle");
    for (const look of looks) {
      await wear(page, look);
      // Fixed elements are misplaced in a screenshot of more than the window.
      const fullPage =
        !isWindowOnly &&
        (await page.getByRole("dialog").or(page.getByRole("alertdialog")).count()) === 0;
      const name = `${prefix}${view.name}-${look.width}-${look.colorScheme}.png`;
      await page.screenshot({ path: join(FOLDER, name), fullPage, animations: "disabled" });
    }
    await context.close();
    console.log(`  ${prefix}${view.name}`);
  }
}

/** Screenshots of every page in the looks that the browser suite checks, or of the named pages. */
async function takeAll(wanted: readonly string[]): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const settings = {
    MANAGEMENT_RATE_LIMIT: "1000000",
    INTAKE_IP_RATE_LIMIT: "1000000",
    OPERATOR_EMAILS: OPERATOR_EMAIL,
  };
  const outside = await prepareOutside(1);
  const receiver = await startReceiver({
    hostnames: outside.places.map(({ hostname }) => hostname),
    ...outside.places[0],
  });
  const service = await startServer({ env: { ...settings, ...outside.env } });
  // Some views change how old something is, like the browser suite does.
  process.env.E2E_DATA_DIR = service.dataDir;
  const browser = await launchBrowser();
  try {
    const place = { ...service, receiverUrl: receiver.url };
    const world = await fillWorkspace(place, ORDINARY);
    const hostile = await fillWorkspace(place, HOSTILE);
    const newcomer = await Owner.signUp(service.baseUrl);
    const { owner } = world;
    const outside = [...SIGNED_OUT_VIEWS, ...VISITOR_VIEWS];
    await take(browser, { views: outside, world, visitor: null }, wanted);
    await take(browser, { views: EMPTY_VIEWS, world, visitor: newcomer }, wanted);
    await take(browser, { views: DASHBOARD_VIEWS, world, visitor: owner }, wanted);
    const strange = { world: hostile, visitor: hostile.owner, prefix: "hostile-" };
    await take(browser, { views: [...DASHBOARD_VIEWS, ...VISITOR_VIEWS], ...strange }, wanted);
    // The reference is very long; its beginning is enough.
    await take(browser, { views: DOCS_VIEWS, world, visitor: null, isWindowOnly: true }, wanted);
    await setEmailKinds(service.dataDir, owner, "of no kind");
    const failed = [at("page-failed", "/test-inbox")];
    await take(browser, { views: failed, world, visitor: owner }, wanted);
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await browser.close();
    await service.stop();
    await receiver.stop();
    await outside.stop();
    await removeDataDir(service.dataDir);
  }
}

await takeAll(process.argv.slice(2));
