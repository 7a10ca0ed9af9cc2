import type { Page } from "@playwright/test";
import { expectFit, LOOKS, readShift, wear } from "#tests/e2e/support/looks";
import { expect, signIn, test } from "#tests/e2e/support/test";
import { openView, type View } from "#tests/e2e/support/view";
import {
  DASHBOARD_VIEWS,
  EMPTY_VIEWS,
  SIGNED_OUT_VIEWS,
  VISITOR_VIEWS,
} from "#tests/e2e/support/views";
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

for (const view of [...SIGNED_OUT_VIEWS, ...VISITOR_VIEWS])
  test(`${view.name}: accessible in every look, without errors, layout shift, or horizontal scroll`, async ({
    page,
    world,
  }) => expectFitForEverybody(view, { page, world }));

for (const view of EMPTY_VIEWS)
  test(`${view.name}: accessible in every look, without errors, layout shift, or horizontal scroll`, async ({
    dashboard: page,
    world,
  }) => expectFitForEverybody(view, { page, world }));

for (const view of DASHBOARD_VIEWS)
  test(`${view.name}: accessible in every look, without errors, layout shift, or horizontal scroll`, async ({
    context,
    page,
    world,
  }) => {
    await signIn(context, world.owner);
    await expectFitForEverybody(view, { page, world });
  });
