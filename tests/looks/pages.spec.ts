import type { Page } from "playwright/test";
import { twMerge } from "tailwind-merge";
import { LANGUAGES, languageTagOf } from "#lib/domain/forms/page/page-schema";
import {
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  LOOKS,
  readShift,
  wear,
} from "#tests/e2e/support/looks";
import { listHtmlRoutes, patternOf } from "#tests/e2e/support/routes";
import { expect, signIn, test } from "#tests/e2e/support/test";
import { openView, type View } from "#tests/e2e/support/view";
import {
  DASHBOARD_VIEWS,
  DOCS_VIEWS,
  EMPTY_VIEWS,
  SIGNED_OUT_VIEWS,
} from "#tests/e2e/support/views";
import { VISITOR_VIEWS } from "#tests/e2e/support/visitor-views";
import type { World } from "#tests/e2e/support/world";

type Opened = { page: Page; world: World };

/** Web Vitals rate this as good. Most pages don't shift; streamed ones may shift a little. */
const MOST_SHIFT = 0.1;

async function expectFitForEverybody(view: View, { page, world }: Opened): Promise<void> {
  const looks = LOOKS.filter(({ width }) => width <= (view.maxWidth ?? width));
  const narrowest = looks.at(-1);
  if (narrowest) await wear(page, narrowest);
  await openView(view, page, world);
  // Actions after the load may make room for a result.
  if (view.path)
    expect(await readShift(page), "what moved while it was loaded").toBeLessThan(MOST_SHIFT);
  await expectFit(page, looks);
}

/** Of two classes that set the same, only the later one may be left: `class-groups.ts` knows those that we use. */
async function expectNoClassConflicts(page: Page): Promise<void> {
  const classes = await page
    .locator("[class]")
    .evaluateAll((elements) => elements.map((element) => [...element.classList].join(" ")));
  expect([...new Set(classes)].filter((names) => twMerge(names) !== names)).toEqual([]);
}

for (const view of [...SIGNED_OUT_VIEWS, ...VISITOR_VIEWS, ...DOCS_VIEWS])
  test(`${view.name}: accessible in every look, without errors, layout shift, or horizontal scroll`, async ({
    page,
    world,
  }) => expectFitForEverybody(view, { page, world }));

for (const view of EMPTY_VIEWS)
  test(`${view.name}: accessible in every look, without errors, layout shift, or horizontal scroll`, async ({
    dashboard: page,
    world,
  }) => {
    await expectFitForEverybody(view, { page, world });
    await expectNoClassConflicts(page);
  });

for (const view of DASHBOARD_VIEWS)
  test(`${view.name}: accessible in every look, without errors, layout shift, or horizontal scroll`, async ({
    context,
    page,
    world,
  }) => {
    await signIn(context, world.owner);
    await expectFitForEverybody(view, { page, world });
    await expectNoClassConflicts(page);
  });

const VIEWS = [
  ...SIGNED_OUT_VIEWS,
  ...EMPTY_VIEWS,
  ...DASHBOARD_VIEWS,
  ...VISITOR_VIEWS,
  ...DOCS_VIEWS,
];

test("every page is among the checked and photographed views", async ({ world, serviceUrl }) => {
  const addresses = VIEWS.flatMap(({ path }) => (path ? [new URL(path(world), serviceUrl)] : []));
  const paths = addresses.map(({ pathname }) => pathname);
  for (const route of await listHtmlRoutes())
    expect(paths, `no view of ${route}`).toContainEqual(expect.stringMatching(patternOf(route)));
});

test("every view has its own name", () => {
  const names = VIEWS.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

for (const locale of LANGUAGES)
  test.describe(locale, () => {
    test.use({ locale });

    test(`the pages behind the links in emails are accessible and fit on a phone in ${locale}`, async ({
      page,
      world,
    }) => {
      const { optOutLinks, spamLink, confirmLink, openLink, form } = world;
      const broken = ["opt-out", "mark-spam", "confirm-message", "verify-recipient"].map(
        (name) => `/${name}?token=unknown`,
      );
      const links = [optOutLinks[0] ?? "", spamLink, confirmLink, openLink, ...broken];
      for (const address of [...links, `/f/${form.publicKey}`, "/f/unknown"]) {
        await page.goto(address);
        expect(await page.locator("html").getAttribute("lang")).toBe(languageTagOf(locale));
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    });
  });
