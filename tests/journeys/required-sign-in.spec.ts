import type { Page } from "playwright/test";
import { withInstallation } from "#tests/journeys/support/installation";
import { openEmail } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { OIDC_CLIENT, type Person, startOidcProvider } from "#tests/support/twins/oidc-provider";

const person = (name: string): [string, Person] => [
  name,
  { email: `${name}@mill.example.com`, email_verified: true, name },
];
const PEOPLE = new Map<string, Person>([person("ada"), person("bob"), person("carol")]);

/** Signs in on the provider's own page. */
async function proveAtProvider(page: Page, login: string): Promise<void> {
  await page.locator("[name=login]").fill(login);
  await page.locator("[name=password]").fill("any password");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

async function expectNoPassword(page: Page): Promise<void> {
  await expect(page.getByLabel(/password/i)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /passkey/i })).toHaveCount(0);
}

test("where the operator's provider is required, people sign up, join, and sign in by it alone @matrix", async ({
  browser,
}) => {
  const provider = await startOidcProvider(PEOPLE);
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.clientId,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.clientSecret,
    OIDC_NAME: "Mill ID",
    OIDC_REQUIRED: "1",
  };
  await withInstallation(env, async ({ baseUrl }) => {
    const newPage = async () => (await browser.newContext({ baseURL: baseUrl })).newPage();
    const ada = await newPage();
    await ada.goto("/sign-in");
    await ada.getByRole("link", { name: "Create the first account" }).click();
    const signUp = ada.getByRole("link", { name: "Sign up with Mill ID" });
    await expect(signUp).toBeVisible();
    await expectNoPassword(ada);
    await signUp.click();
    await proveAtProvider(ada, "ada");
    await expect(ada).toHaveURL(`${baseUrl}/welcome`);
    await ada.goto("/settings/security");
    await expect(ada.getByRole("heading", { name: "Email", exact: true })).toBeVisible();
    await expectNoPassword(ada);

    await ada.goto("/settings/members");
    await ada.getByLabel("Email address").fill("bob@mill.example.com");
    await ada.getByRole("button", { name: "Send invitation" }).click();
    await expect(ada.getByText("Invitation sent to bob@mill.example.com.")).toBeVisible();
    const invitation = await openEmail(ada, /invit/i);
    const link = invitation.getByRole("link", { name: /invitation|join/i }).first();
    const href = (await link.getAttribute("href")) ?? "";

    // Someone else to whom the invitation was forwarded.
    const carol = await newPage();
    await carol.goto(href);
    await carol.getByRole("link", { name: "Join with Mill ID" }).click();
    await proveAtProvider(carol, "carol");
    await expect(
      carol.getByRole("heading", { name: "The invitation is for another address" }),
    ).toBeVisible();

    const bob = await newPage();
    await bob.goto(href);
    await expect(bob.getByRole("heading", { name: /^Join/ })).toBeVisible();
    await expectNoPassword(bob);
    await bob.getByRole("link", { name: "Join with Mill ID" }).click();
    await proveAtProvider(bob, "bob");
    await expect(bob.getByRole("button", { name: "Sign out" })).toBeVisible();
    await bob.goto("/settings/members");
    await expect(bob.getByText("ada@mill.example.com")).toBeVisible();
    await bob.getByRole("button", { name: "Sign out" }).click();
    await expect(bob).toHaveURL(/\/sign-in/);
    await bob.goto("/reset-password");
    await expect(bob).toHaveURL(/\/sign-in/);
    await expectNoPassword(bob);
    await bob.getByRole("link", { name: "Sign in with Mill ID" }).click();
    await expect(bob.getByRole("button", { name: "Sign out" })).toBeVisible();
  });
  await provider.stop();
});
