import { listHtmlRoutes, patternOf } from "#tests/e2e/support/routes";
import { expect, test } from "#tests/e2e/support/test";
import {
  DASHBOARD_VIEWS,
  DOCS_VIEWS,
  EMPTY_VIEWS,
  SIGNED_OUT_VIEWS,
  VISITOR_VIEWS,
} from "#tests/e2e/support/views";

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
