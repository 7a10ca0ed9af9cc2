import type { Page } from "playwright/test";
import { withInstallation } from "#tests/journeys/support/installation";
import { openEmail, PASSWORD } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { OIDC_CLIENT, type Person, startOidcProvider } from "#tests/support/twins/oidc-provider";

const person = (name: string): [string, Person] => [
  name,
  { email: `${name}@mill.example.com`, email_verified: true, name },
];
const PEOPLE = new Map<string, Person>([
  person("ada"),
  person("bob"),
  person("carol"),
  person("dave"),
  ["eve", { email: "eve@mill.example.com", email_verified: false }],
]);

/** Signs in on the provider's own page. */
async function proveAtProvider(page: Page, login: string): Promise<void> {
  await page.locator("[name=login]").fill(login);
  await page.locator("[name=password]").fill("any password");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

test("a company signs in with its own provider: the owner, someone new, and someone with an account @matrix", async ({
  browser,
}) => {
  const provider = await startOidcProvider(PEOPLE);
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.clientId,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.clientSecret,
    OIDC_NAME: "Mill ID",
    WEBHOOK_ALLOWED_HOSTS: `localhost:${provider.port}`,
  };
  await withInstallation(env, async ({ baseUrl }) => {
    const newPage = async () => (await browser.newContext({ baseURL: baseUrl })).newPage();
    const ada = await newPage();
    await ada.goto("/sign-up");
    await ada.getByRole("link", { name: "Sign up with Mill ID" }).click();
    await proveAtProvider(ada, "ada");
    await expect(ada).toHaveURL(`${baseUrl}/welcome`);
    await ada.getByRole("button", { name: "Sign out" }).click();
    await expect(ada).toHaveURL(/\/sign-in/);
    await ada.goto("/settings");
    await ada.getByRole("link", { name: "Sign in with Mill ID" }).click();
    await expect(ada).toHaveURL(`${baseUrl}/settings`);

    await ada.goto("/settings/sign-in");
    await ada.getByLabel("Name", { exact: true }).fill("Mill staff");
    await ada.getByLabel("Issuer").fill(provider.issuer);
    await ada.getByLabel("Client ID").fill(OIDC_CLIENT.clientId);
    await ada.getByLabel("Client secret").fill(OIDC_CLIENT.clientSecret);
    await ada.getByLabel("Let people join without an invitation").check();
    await ada.getByRole("button", { name: "Save provider" }).click();
    await expect(ada.getByRole("heading", { name: "Sign-in address" })).toBeVisible();
    const address = await ada.getByText(/\/sign-in\/company\?code=\w+/).textContent();
    await ada.goto("/settings/security");
    await ada.getByRole("button", { name: "Connect Mill staff" }).click();
    await expect(ada.getByRole("button", { name: "Disconnect Mill staff" })).toBeVisible();
    await ada.goto("/settings/sign-in");
    await ada.getByLabel("Require it for members").check();
    await ada.getByRole("button", { name: "Save changes" }).click();
    await expect(ada.getByText("Saved.").first()).toBeVisible();

    const bob = await newPage();
    await bob.goto(address ?? "");
    await bob.getByRole("link", { name: "Sign in with Mill staff" }).click();
    await proveAtProvider(bob, "bob");
    await expect(bob.getByRole("button", { name: "Sign out" })).toBeVisible();
    await bob.goto("/settings/security");
    await expect(bob.getByText("Your account isn’t open in this session")).toBeVisible();

    const carol = await newPage();
    await carol.goto("/sign-up");
    await carol.getByLabel("Workspace name").fill("Carol’s own");
    await carol.getByLabel("Email", { exact: true }).fill("carol@mill.example.com");
    await carol.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await carol.getByRole("button", { name: "Create account" }).click();
    await expect(carol.getByRole("button", { name: "Sign out" })).toBeVisible();
    await ada.goto("/settings/members");
    await ada.getByLabel("Email address").fill("carol@mill.example.com");
    await ada.getByRole("button", { name: "Send invitation" }).click();
    const invitation = await openEmail(ada, /invit/i);
    const link = invitation.getByRole("link", { name: /invitation|join/i }).first();
    await carol.goto((await link.getAttribute("href")) ?? "");
    await carol.getByRole("button", { name: "Join workspace" }).click();
    await expect(
      carol.getByRole("heading", { name: "This workspace has its own sign-in" }),
    ).toBeVisible();
    await expect(carol.getByRole("button", { name: "Go to Carol’s own" })).toBeVisible();
    await carol.getByRole("link", { name: "Sign in with Mill staff" }).click();
    await proveAtProvider(carol, "carol");
    await expect(carol.getByRole("button", { name: "Sign out" })).toBeVisible();
    await expect(carol).toHaveURL(/\/(welcome|inbox)$/);

    await ada.goto("/settings/members");
    await ada.getByLabel("Email address").fill("dave@mill.example.com");
    await ada.getByRole("button", { name: "Send invitation" }).click();
    await expect(ada.getByText("Invitation sent to dave@mill.example.com.")).toBeVisible();
    const invited = (await openEmail(ada, /invit/i)).getByRole("link", { name: /join|invit/i });
    const dave = await newPage();
    await dave.goto((await invited.first().getAttribute("href")) ?? "");
    await expect(dave.getByLabel("Password", { exact: true })).toHaveCount(0);
    await dave.getByRole("link", { name: "Join with Mill staff" }).click();
    await proveAtProvider(dave, "dave");
    await expect(dave.getByRole("button", { name: "Sign out" })).toBeVisible();

    const eve = await newPage();
    await eve.goto(address ?? "");
    await eve.getByRole("link", { name: "Sign in with Mill staff" }).click();
    await proveAtProvider(eve, "eve");
    await expect(
      eve.getByRole("heading", { name: "Your email address isn’t confirmed" }),
    ).toBeVisible();
  });
  await provider.stop();
});
