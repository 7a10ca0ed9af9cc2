import type { Page } from "playwright/test";
import { BOUNCED_VIEWS } from "#tests/e2e/support/bounced-views";
import { BRAND_VIEWS } from "#tests/e2e/support/brand-views";
import { CONNECT_VIEWS } from "#tests/e2e/support/connect-views";
import { FORM_VIEWS } from "#tests/e2e/support/form-views";
import { INBOX_VIEWS } from "#tests/e2e/support/inbox-views";
import {
  openProofDialog,
  openRecoveryCodes,
  openSignInCode,
  startSetup,
} from "#tests/e2e/support/second-factor";
import { INVITED_VIEWS, TEAM_VIEWS } from "#tests/e2e/support/team-views";
import { fillSignIn } from "#tests/e2e/support/test";
import { at, type View } from "#tests/e2e/support/view";
import type { World } from "#tests/e2e/support/world";
import { Owner } from "#tests/support/factories/owner";

async function rejectSignUp(page: Page): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

/** Asks for a password reset, and opens the link in the email. */
export async function followReset(page: Page, owner: Owner): Promise<void> {
  await page.goto("/reset-password");
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByRole("button", { name: "Send link" }).click();
  const mail = await owner.awaitEmail("account", owner.email, "/reset-password?token=");
  await page.goto(/\S+\/reset-password\?token=\w+/.exec(mail.text)?.[0] ?? "");
  await page.getByLabel("New password", { exact: true }).waitFor();
}

async function followNewAddress(page: Page, { owner }: World): Promise<void> {
  const email = `new-${owner.email}`;
  await page.goto("/settings/security");
  const form = page.locator("form").filter({ hasText: "New address" });
  await form.getByLabel("New address").fill(email);
  await form.getByLabel("Current password", { exact: true }).fill(owner.password);
  await form.getByRole("button", { name: "Send confirmation" }).click();
  const mail = await owner.awaitEmail("account", email);
  await page.goto(/\S+\/confirm-email\?token=\w+/.exec(mail.text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm address" }).waitFor();
}

/** Pages for people who are signed out. */
export const SIGNED_OUT_VIEWS: readonly View[] = [
  at("sign-up", "/sign-up"),
  { name: "sign-up-rejected", open: rejectSignUp },
  at("sign-in", "/sign-in"),
  at("company-sign-in", "/sign-in/company"),
  at("company-sign-in-unknown", "/sign-in/company?code=unknown"),
  at("sign-in-problem", "/sign-in/problem?reason=sign_in_first"),
  {
    name: "sign-in-rejected",
    open: async (page) => {
      await page.goto("/sign-in");
      await fillSignIn(page, { email: "nobody@example.com", password: "not the password" });
      await page.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    },
  },
  at("reset-password", "/reset-password"),
  {
    name: "reset-password-sent",
    open: async (page) => {
      await page.goto("/reset-password");
      // No one has this address. The page looks the same, and no account's limit is used up.
      await page.getByLabel("Email", { exact: true }).fill(`${crypto.randomUUID()}@example.com`);
      await page.getByRole("button", { name: "Send link" }).click();
      await page.getByText("we’ve sent a link").waitFor();
    },
  },
  { name: "new-password", open: (page, { owner }) => followReset(page, owner) },
  {
    name: "new-password-unconfirmed",
    open: async (page, { owner }) => followReset(page, await Owner.signUp(owner.baseUrl)),
  },
  {
    name: "own-address",
    open: async (page, { owner }) => {
      await page.goto(await (await Owner.signUp(owner.baseUrl)).ownLink());
      await page.getByRole("button", { name: "Confirm address" }).waitFor();
    },
  },
  {
    name: "own-address-confirmed",
    open: async (page, { owner }) => {
      await page.goto(await owner.ownLink());
      await page.getByRole("heading", { name: "Address confirmed" }).waitFor();
    },
  },
  at("reset-link-over", "/reset-password?token=unknown"),
  { name: "sign-in-code", path: () => "/sign-in/code", open: openSignInCode },
  at("workspace-deleted", "/deleted"),
  at("new-address-over", "/confirm-email?token=unknown"),
  ...INVITED_VIEWS,
];

export const DOCS_VIEWS: readonly View[] = [
  at("docs", "/docs"),
  at("docs-guide", "/docs/webhooks"),
  at("docs-errors", "/docs/errors"),
  at("docs-changelog", "/docs/changelog"),
  at("docs-overview", "/docs/api"),
  at("docs-resource", "/docs/api/forms"),
  {
    name: "docs-search",
    open: async (page) => {
      await page.goto("/docs/quick-start");
      if (await page.getByRole("button", { name: "Menu" }).isVisible())
        await page.getByRole("button", { name: "Menu" }).click();
      await page.getByLabel("Search the documentation").fill("public key");
      await page.getByText(/^\d+ results?$/).waitFor();
    },
  },
];

/** The dashboard of an empty workspace. */
export const EMPTY_VIEWS: readonly View[] = [
  at("empty-welcome", "/welcome"),
  at("empty-inbox", "/inbox"),
  at("empty-forms", "/forms"),
  at("empty-new-form", "/forms/new"),
  at("empty-recipients", "/recipients"),
  at("empty-tokens", "/tokens"),
  at("empty-usage", "/usage"),
  at("empty-notifications", "/settings/notifications"),
  at("empty-spam-figures", "/settings/spam"),
  at("empty-saved-replies", "/settings/saved-replies"),
  at("empty-brand", "/settings/brand"),
  at("company-sign-in-settings", "/settings/sign-in"),
  at("empty-deliveries", "/deliveries"),
  at("empty-test-inbox", "/test-inbox"),
];

/** The recipient is the only one of a rule. */
async function askToRemove(page: Page, { owner }: World): Promise<void> {
  await page.goto("/recipients");
  await page.getByRole("button", { name: `Remove ${owner.email}` }).click();
  await page.getByText("Change these first").waitFor();
}

async function createToken(page: Page, { owner, words }: World): Promise<void> {
  await owner.prove();
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill(words.tokenName);
  await page.getByRole("button", { name: "Read messages" }).click();
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText(/^fis_stg_/).waitFor();
}

async function rejectToken(page: Page): Promise<void> {
  await page.goto("/tokens/new");
  await page.getByLabel("Expires in (days)").fill("366");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function findPerson(page: Page): Promise<void> {
  await page.goto("/settings/data");
  await page.getByLabel("Person’s email address").fill("ada@example.com");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("button", { name: "Delete everything" }).waitFor();
}

async function editSavedReply(page: Page): Promise<void> {
  await page.goto("/settings/saved-replies");
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
}

const EMAIL_FRAME = at("email-frame", ({ notification: { id } }) => `/test-inbox/${id}/preview`);

/** Opens the preview without its policy against scripts, because the tests' own scripts must run. */
async function openEmailFrame(page: Page, world: World): Promise<void> {
  await page.route("**/preview", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await EMAIL_FRAME.open(page, world);
}

async function openEmailTab(name: string, page: Page, { notification }: World): Promise<void> {
  await page.goto(`/test-inbox/${notification.id}`);
  await page.getByRole("tab", { name }).click();
}

/** Every kind of dashboard page, with data. */
export const DASHBOARD_VIEWS: readonly View[] = [
  at("welcome", "/welcome"),
  ...INBOX_VIEWS,
  ...FORM_VIEWS,
  at("recipients", "/recipients"),
  { name: "recipient-needed", open: askToRemove },
  ...BOUNCED_VIEWS,
  at("tokens", "/tokens"),
  at("new-token", "/tokens/new"),
  { name: "new-token-rejected", open: rejectToken },
  { name: "token-created", open: createToken },
  ...CONNECT_VIEWS,
  at("usage", "/usage"),
  at("spam-figures", "/settings/spam"),
  at("saved-replies", "/settings/saved-replies"),
  { name: "saved-reply-edited", open: editSavedReply },
  ...BRAND_VIEWS,
  at("deliveries", "/deliveries"),
  {
    name: "usage-tables",
    open: async (page) => {
      await page.goto("/usage");
      for (const summary of await page.getByText("Show as table").all()) await summary.click();
    },
  },
  at("test-inbox", "/test-inbox"),
  at("captured-email", ({ notification }) => `/test-inbox/${notification.id}`),
  { ...EMAIL_FRAME, open: openEmailFrame },
  { name: "captured-email-text", open: (...world) => openEmailTab("Plain text", ...world) },
  { name: "captured-email-headers", open: (...world) => openEmailTab("Headers", ...world) },
  at("settings", "/settings"),
  at("security", "/settings/security"),
  at("your-notifications", "/settings/notifications"),
  { name: "authenticator-setup", open: (page, { owner }) => startSetup(page, owner) },
  { name: "recovery-codes", open: openRecoveryCodes },
  { name: "proof-dialog", open: openProofDialog },
  { name: "new-address", open: followNewAddress },
  ...TEAM_VIEWS,
  at("data", "/settings/data"),
  at("audit-log", "/settings/audit"),
  at("audit-log-no-match", "/settings/audit?group=member"),
  at("delete-workspace", "/settings/delete"),
  { name: "person-found", open: findPerson },
  {
    name: "erase-person-dialog",
    open: async (page) => {
      await findPerson(page);
      await page.getByRole("button", { name: "Delete everything" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  at("form-waiting", ({ replyForm }) => `/forms/${replyForm.id}`),
  {
    name: "waiting-message",
    open: async (page, { replyForm }) => {
      await page.goto(`/forms/${replyForm.id}/diagnostics`);
      await page.getByRole("link", { name: /^edsger-/ }).click();
      await page.getByRole("heading", { name: /^edsger-/ }).waitFor();
    },
  },
  at("diagnostics-waiting", ({ replyForm }) => `/forms/${replyForm.id}/diagnostics`),
  at("not-found", "/forms/01a00000-0000-7000-8000-000000000000"),
  {
    name: "menu",
    maxWidth: 1023,
    open: async (page) => {
      await page.goto("/inbox");
      await page.getByRole("button", { name: "Open menu" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
];
