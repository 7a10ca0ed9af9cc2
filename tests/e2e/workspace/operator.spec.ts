import { runSql } from "#tests/e2e/support/past";
import { becomeOther } from "#tests/e2e/support/team";
import { expect, test } from "#tests/e2e/support/test";
import { Owner } from "#tests/support/factories/owner";

test("operators see how the service is, without anything of a workspace @matrix", async ({
  page,
  world,
}) => {
  await becomeOther(page.context(), world.team.operator);
  await page.goto("/inbox");
  await page.getByRole("link", { name: "Service status" }).click();
  await expect(page.getByRole("heading", { name: "Service status" })).toBeVisible();
  const main = page.locator("main");
  for (const text of ["Due now", "Connections", "Rate limits", "PostgreSQL", "Outbox drain"])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  const outbox = main.getByRole("listitem").filter({ hasText: "Outbox drain" });
  await expect(outbox).toContainText(/Last success .*· [\d,]+ runs?/);
  await expect(outbox).toContainText("Working");
  const shown = await main.textContent();
  for (const content of [world.owner.email, world.owner.workspaceName, world.words.message])
    expect(shown).not.toContain(content);
});

test("no one else sees the operator page or its link @matrix", async ({
  page,
  dashboard,
  owner,
}) => {
  await dashboard.goto("/inbox");
  await expect(page.getByRole("link", { name: "Deliveries" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Service status" })).toHaveCount(0);
  const response = await dashboard.goto("/operator");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("Outbox drain")).toHaveCount(0);
  expect(owner.email).not.toBe("operator@example.com");
});

test("an address in OPERATOR_EMAILS counts only once it's verified @matrix", async ({
  page,
  service,
}) => {
  const operator = await Owner.signInOrUp(service.baseUrl, "unverified-operator@example.com");
  await becomeOther(page.context(), operator);
  const statusOf = async () => (await page.goto("/operator"))?.status();
  expect(await statusOf()).toBe(404);
  const sql = "UPDATE users SET verified_at = now() WHERE email = $1";
  await runSql(service.dataDir, sql, [operator.email]);
  expect(await statusOf()).toBe(200);
});
