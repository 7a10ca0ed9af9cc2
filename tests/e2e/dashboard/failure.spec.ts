import { expectFit } from "#tests/e2e/support/looks";
import { setEmailKinds } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { saveWebhook } from "#tests/support/factories/owner-forms";
import { withEmbeddedDatabase } from "#tests/support/setup/embedded-client";

/** The browser's log when a page fails on the server. */
const FAILED = /React error #441|status of 500/;

test("a list that fails to load shows an error inside the dashboard, and a retry shows it @matrix", async ({
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
  await expect(page.getByText("Test mode:")).toBeVisible();
  await expectFit(page);
  await setEmailKinds(service.dataDir, owner, "verification");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: /to receive form messages/ })).toBeVisible();
});

test("an error in the root layout keeps the staging bar, and a retry shows the page @matrix", async ({
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
  await expect(page.getByText("Test mode:")).toBeVisible();
  await expectFit(page);
  await setPlan("starter");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(recipient.email, { exact: true })).toBeVisible();
});

test("a form tab that fails to load shows an error, keeps the other tabs, and can be retried @matrix", async ({
  dashboard: page,
  owner,
  receiver,
  service,
  provoked,
}) => {
  // React's error code for content that the server couldn't render.
  provoked.push(/React error #441/);
  const form = await owner.createForm("Contact");
  await saveWebhook(owner, form.id, receiver.url);
  const setHealth = (health: string) =>
    withEmbeddedDatabase(service.dataDir, async (client) => {
      // The database's own checks would reject this state.
      await client.query("ALTER TABLE webhooks DROP CONSTRAINT IF EXISTS webhooks_health_check");
      await client.query("UPDATE webhooks SET health = $2 WHERE form_id = $1", [form.id, health]);
    });
  await setHealth("nothing that we know");
  await page.goto(`/forms/${form.id}/integrations/webhook`);
  await expect(page.getByRole("heading", { name: "We couldn’t load this page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings", exact: true }).last()).toBeVisible();
  await setHealth("healthy");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Nothing sent yet", { exact: true })).toBeVisible();
});

test("an error that belongs to no field is still shown @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings`);
  const save = page.getByRole("button", { name: "Save changes" });
  // The button is there once the page's scripts have seen a change.
  await expect(async () => {
    await page.getByLabel("Form name").fill("");
    await page.getByLabel("Form name").fill("Renamed");
    await expect(save).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const revision = page.locator("form", { has: save }).locator("input[name=revision]");
  await revision.evaluate((field) => field.setAttribute("value", "x"));
  await save.click();
  await expect(page.getByText("This page is out of date. Reload it and try again.")).toBeVisible();
});
