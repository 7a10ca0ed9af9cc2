import type { Page } from "playwright/test";
import { runSql } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { withInstallation } from "#tests/journeys/support/installation";
import { OIDC_CLIENT, startOidcProvider } from "#tests/support/twins/oidc-provider";

/** Signs in on the provider's own page. */
async function proveAtProvider(page: Page): Promise<void> {
  await page.locator("[name=login]").fill("ada");
  await page.locator("[name=password]").fill("any password");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

const AGE = `UPDATE sessions SET created_at = now() - interval '20 minutes',
  proven_at = now() - interval '16 minutes'`;

for (const required of ["0", "1"])
  test(`someone who has only a provider signs in there again, with OIDC_REQUIRED=${required} @matrix`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const email = "ada@mill.example.com";
    const provider = await startOidcProvider(new Map([["ada", { email, email_verified: true }]]));
    const env = {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: OIDC_CLIENT.clientId,
      OIDC_CLIENT_SECRET: OIDC_CLIENT.clientSecret,
      OIDC_NAME: "Mill ID",
      OIDC_REQUIRED: required,
    };
    await withInstallation(env, async ({ baseUrl, service }) => {
      const page = await (await browser.newContext({ baseURL: baseUrl })).newPage();
      await page.goto("/sign-up");
      await page.getByRole("link", { name: "Sign up with Mill ID" }).click();
      await proveAtProvider(page);
      await expect(page).toHaveURL(`${baseUrl}/welcome`);
      await runSql(service.dataDir, AGE, []);

      await page.goto("/settings/members");
      await page.getByLabel("Email address").fill("bob@mill.example.com");
      const send = page.getByRole("button", { name: "Send invitation" });
      await send.click();
      const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
      const again = dialog.getByRole("link", { name: "Sign in again with Mill ID" });
      await expect(again).toBeVisible();
      await expect(dialog.getByLabel("Password")).toHaveCount(required === "1" ? 0 : 1);
      await again.click();
      // The provider has a session of its own, and asks who they are all the same.
      await proveAtProvider(page);
      await expect(page).toHaveURL(`${baseUrl}/settings/members`);
      await page.getByLabel("Email address").fill("bob@mill.example.com");
      await send.click();
      await expect(page.getByText("Invitation sent to bob@mill.example.com.")).toBeVisible();
    });
    await provider.stop();
  });
