import { runSql } from "#tests/e2e/support/past";
import { download, expect, test } from "#tests/e2e/support/test";

const PATH = "/settings/audit";

test("shows who did what and from where, and the filters are in the URL @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.createForm("Contact");
  await page.goto(PATH);
  const entry = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  const created = entry("Token “Tests” created the form Contact");
  await expect(created).toContainText("127.0.0.1");
  await expect(entry(`${owner.email} created the token Tests`)).toContainText("Scopes: ");
  await expect(entry("Someone with the link confirmed the recipient")).toBeVisible();

  await created.getByRole("link", { name: "Token “Tests”" }).click();
  await expect(page).toHaveURL(/\?actor=[\w-]{36}$/);
  await expect(entry("created the token")).toHaveCount(0);
  await expect(page.getByLabel("Who").locator("option:checked")).toHaveText("Token “Tests”");
  await page.getByLabel("What").selectOption("Recipients");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/group=recipient/);
  await expect(entry("Token “Tests” added the recipient")).toBeVisible();
  await expect(entry("created the form")).toHaveCount(0);

  await page.getByLabel("What").selectOption("Members");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByRole("heading", { name: "No entries match" })).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(created).toBeVisible();
});

test("downloads the filtered entries as CSV @matrix", async ({ dashboard: page, owner }) => {
  await owner.createForm("Contact");
  await page.goto(`${PATH}?group=form`);
  const { name, bytes } = await download(page, page.getByRole("link", { name: "Download CSV" }));
  expect(name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const rows = bytes.toString().trimEnd().split("\r\n");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('"form.created"');
});

test("older entries are on pages of their own, with actions that the page doesn't know @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const { workspaceId } = (await (await owner.api("GET", "/token", 200)).json()).data;
  await runSql(
    service.dataDir,
    `INSERT INTO audit_entries (id, workspace_id, at, action, actor_kind, subject_name, details)
    SELECT gen_random_uuid(), $1, now() - n * interval '6 hours', 'robot.started', 'system',
      'Robot ' || n, '[1, {"a": {"b": 2}}]' FROM generate_series(1, 120) n`,
    [workspaceId],
  );
  await page.goto(PATH);
  const robots = page.getByText(/^The service robot\.started: Robot \d+$/);
  await expect(page.getByText("Robot 1", { exact: true })).toBeVisible();
  expect(await robots.count()).toBeLessThan(60);
  const older = page.getByRole("link", { name: "Older" });
  await older.click();
  await expect(page.getByText("Robot 60", { exact: true })).toBeVisible();
  await older.click();
  await expect(page.getByText("Robot 120", { exact: true })).toBeVisible();
  await expect(older).toHaveCount(0);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page.getByText("Robot 1", { exact: true })).toBeVisible();
});
