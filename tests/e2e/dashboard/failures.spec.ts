import { receive, row } from "#tests/e2e/support/inbox";
import { expectFit, expectNoSidewaysScroll } from "#tests/e2e/support/looks";
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

/** Each page, and the page and the navigation that lead there. */
const LISTS = [
  ["Inbox", "/inbox", "/welcome", "Main"],
  ["Forms", "/forms", "/welcome", "Main"],
  ["Settings", "/settings", "/welcome", "Main"],
  ["Recipients", "/recipients", "/settings/members", "Sections"],
  ["Developers", "/tokens", "/settings", "Settings"],
  ["Test inbox", "/test-inbox", "/tokens", "Sections"],
  ["Usage", "/usage", "/settings", "Settings"],
  ["Security", "/settings/security", "/settings", "Settings"],
] as const;

for (const [name, path, from, of] of LISTS)
  test(`${path}: a skeleton is shown while the page loads @matrix`, async ({ dashboard: page }) => {
    const rest = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === path && url.searchParams.has("_rsc"),
      async (route) => {
        // The skeleton was prefetched with the link; the page itself is held back.
        if (route.request().headers()["next-router-prefetch"] === undefined) await rest.promise;
        await route.continue();
      },
    );
    const main = page.getByRole("main");
    const skeleton = main.locator("[data-slot=skeleton]").first();
    const navigation = page.getByRole("navigation", { name: of });
    await expect(async () => {
      await page.goto(from, { waitUntil: "networkidle" });
      await navigation.getByRole("link", { name: new RegExp(`^${name}`) }).click();
      await expect(skeleton).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(main.getByRole("status").filter({ hasText: "Loading" })).toBeAttached();
    await expectNoSidewaysScroll(page);
    rest.resolve();
    await expect(skeleton).toHaveCount(0);
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  });

declare global {
  interface Window {
    timesHidden?: number;
  }
}

test("a message that the server rendered stays while its code loads @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const [id] = await receive(owner, await owner.createForm("Contact"), ["Ada"]);
  const path = `/inbox?message=${id}`;
  const rest = Promise.withResolvers<void>();
  const ofPage = await (await page.request.get(path)).text();
  await page.route("**/_next/static/chunks/**", async (route) => {
    if (!ofPage.includes(new URL(route.request().url()).pathname)) await rest.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    let wasVisible = false;
    const look = () => {
      const isVisible = document.getElementById("message-heading")?.checkVisibility() ?? false;
      if (wasVisible && !isVisible) window.timesHidden = (window.timesHidden ?? 0) + 1;
      wasVisible = isVisible;
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Ada" })).toBeVisible();
  await expect(page.getByRole("article").getByText("From Ada")).toBeVisible();
  rest.resolve();
  // The page has taken over, and passed new props to the message.
  await expect(row(page, "Ada")).not.toHaveAccessibleName(/Unread/);
  expect(await page.evaluate(() => window.timesHidden ?? 0)).toBe(0);
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("heading", { name: "Ada" })).toHaveCount(0);
});
