import { runInspector } from "#tests/clients/support/inspector";
import { expect, test } from "#tests/e2e/support/test";

test("the official inspector connects by URL alone, and lists the tools of what was allowed", async ({
  owner,
  dashboard: page,
}) => {
  test.setTimeout(300_000);
  await owner.confirmEmail();
  await owner.prove();
  const url = `${owner.baseUrl}/mcp`;
  const inspector = await runInspector([url, "--method", "tools/list"]);
  await page.goto(await inspector.page);
  await expect(page.getByRole("heading", { name: /^Connect / })).toBeVisible();
  await page.getByRole("button", { name: "Connect" }).click();
  const { tools } = JSON.parse(await inspector.output);
  const names = tools.map(({ name }: { name: string }) => name);
  expect(names).toContain("listForms");
  expect(names).not.toContain("deleteForm");
  await page.goto("/tokens");
  await expect(page.getByRole("listitem").filter({ hasText: "localhost" })).toBeVisible();
  await inspector.stop();
});
