import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, LOOKS, wear } from "#tests/e2e/support/looks";
import { signIn, test } from "#tests/e2e/support/test";
import { openView, type View } from "#tests/e2e/support/view";
import {
  DASHBOARD_VIEWS,
  EMPTY_VIEWS,
  SIGNED_OUT_VIEWS,
  VISITOR_VIEWS,
} from "#tests/e2e/support/views";
import type { World } from "#tests/e2e/support/world";

type Opened = { page: Page; world: World };

async function expectFitForEverybody(view: View, { page, world }: Opened): Promise<void> {
  const looks = LOOKS.filter(({ width }) => width <= (view.maxWidth ?? width));
  const [first] = looks;
  if (first) await wear(page, first);
  await openView(view, page, world);
  for (const look of looks) {
    await wear(page, look);
    await expectAccessible(page, look);
  }
  await expectNoSidewaysScroll(page);
}

for (const view of [...SIGNED_OUT_VIEWS, ...VISITOR_VIEWS])
  test(`${view.name}: accessible in every look, no error, no sideways scroll`, async ({
    page,
    world,
  }) => expectFitForEverybody(view, { page, world }));

for (const view of EMPTY_VIEWS)
  test(`${view.name}: accessible in every look, no error, no sideways scroll`, async ({
    dashboard: page,
    world,
  }) => expectFitForEverybody(view, { page, world }));

for (const view of DASHBOARD_VIEWS)
  test(`${view.name}: accessible in every look, no error, no sideways scroll`, async ({
    context,
    page,
    world,
  }) => {
    await signIn(context, world.owner);
    await expectFitForEverybody(view, { page, world });
  });
