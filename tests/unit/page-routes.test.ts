import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { pageRoute, pageRoutes } from "#lib/http/page-routes";

const APP = new URL("../../app", import.meta.url).pathname;

test("every page has its own route in the metrics, and no others have one", () => {
  const files = globSync("{**,.well-known/**}/{page.tsx,route.ts}", { cwd: APP });
  const paths = files
    .map((file) => `/${file.replace(/(^|\/)(page\.tsx|route\.ts)$/, "")}`)
    .map((path) => path.replaceAll(/\/\([^/]+\)/g, "") || "/")
    .filter((path) => !/^\/(v1|f|api|mcp)(\/|$)/.test(path))
    .map((path) => path.replaceAll(/\[\w+Id\]/g, "{id}"))
    .filter((path) => !/^\/docs\/.*\[/.test(path));
  expect(pageRoutes().toSorted()).toEqual([...new Set(paths)].sort());
});

test("guides share a route, and unknown addresses too", () => {
  expect(["/docs/quick-start", "/docs/api/forms"].map(pageRoute)).toEqual(["/docs/*", "/docs/*"]);
  expect(["/wp-login.php", "/forms/x", ""].map(pageRoute)).toEqual(["other", "other", "other"]);
});
