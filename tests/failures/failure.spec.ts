import { expectAccessible, expectNoSidewaysScroll, LOOKS, wear } from "#tests/e2e/support/looks";
import { setEmailKinds } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { withEmbeddedDatabase } from "#tests/support/setup/embedded-client";

/** The browser's log when a page fails on the server. */
const FAILED = /React error #441|status of 500/;

test("a list that fails to load shows an error inside the dashboard, and a retry shows it", async ({
  dashboard: page,
  owner,
  service,
  provoked,
}) => {
  provoked.push(FAILED);
  await owner.addRecipient("reviewer@example.com");
  await page.goto("/recipients");
  await setEmailKinds(service.dataDir, owner, "of no kind");
  await page.getByRole("link", { name: "Test inbox" }).first().click();
  await expect(page.getByRole("heading", { name: "We couldn’t load this page" })).toBeVisible();
  await expect(page.getByText("Your data is safe.")).toBeVisible();
  await expect(page.getByText(/^Reference: \S+/)).toBeVisible();
  await expect(page.getByText("Staging ·")).toBeVisible();
  for (const look of LOOKS) {
    await wear(page, look);
    await expectAccessible(page, look);
  }
  await expectNoSidewaysScroll(page);
  await setEmailKinds(service.dataDir, owner, "verification");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: /to receive form messages/ })).toBeVisible();
});

test("an error in the root layout keeps the staging bar, and a retry shows the page", async ({
  dashboard: page,
  owner,
  service,
  provoked,
}) => {
  provoked.push(FAILED);
  const { recipient } = await owner.addRecipient("reviewer@example.com");
  const setPlan = (plan: string) =>
    withEmbeddedDatabase(service.dataDir, async (client) => {
      // The database's own checks would reject this state.
      await client.query("ALTER TABLE workspaces DROP CONSTRAINT IF EXISTS workspaces_plan_check");
      await client.query(
        `UPDATE workspaces SET plan = $1 WHERE id =
           (SELECT workspace_id FROM recipients WHERE id = $2)`,
        [plan, recipient.id],
      );
    });
  await setPlan("of no kind");
  await page.goto("/recipients");
  await expect(page.getByRole("heading", { name: "We couldn’t load this page" })).toBeVisible();
  await expect(page.getByText("Staging ·")).toBeVisible();
  for (const look of LOOKS) {
    await wear(page, look);
    await expectAccessible(page, look);
  }
  await setPlan("starter");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(recipient.email, { exact: true })).toBeVisible();
});
