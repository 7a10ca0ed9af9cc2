import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible } from "#tests/e2e/support/looks";
import { giveTeam } from "#tests/e2e/support/team";
import { expect, fillSignIn, signIn, test } from "#tests/e2e/support/test";
import { Owner } from "#tests/support/factories/owner";
import { sendMessage } from "#tests/support/factories/service-requests";

const PASSWORD = "correct horse battery staple";

/** Invites an address on the members page; returns the link in the captured email. */
async function invite(page: Page, owner: Owner, email: string, role = "Member"): Promise<string> {
  await owner.confirmEmail();
  await page.goto("/settings/members");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption({ label: role });
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  const { text } = await owner.awaitEmail("account", email, "/invitation?token=");
  return /\S+\/invitation\?token=\w+/.exec(text)?.[0] ?? "";
}

test("an invited person signs up, works as a member, and reads why access ended @matrix", async ({
  dashboard: page,
  owner,
  stranger: theirs,
}) => {
  const email = `invited-${randomUUID()}@example.com`;
  const link = await invite(page, owner, email);

  await theirs.goto(link);
  await expect(theirs.getByText(`${owner.email} invites you`)).toBeVisible();
  await theirs.getByLabel("Password", { exact: true }).fill("short");
  await theirs.getByRole("button", { name: "Create account and join" }).click();
  await expect(theirs.getByLabel("Password", { exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await expectAccessible(theirs);
  await theirs.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await theirs.getByRole("button", { name: "Create account and join" }).click();
  await expect(theirs).toHaveURL("/welcome");
  await theirs.goto("/test-inbox");
  await expect(theirs.getByRole("navigation", { name: "Settings" })).toContainText("Developers");
  await expect(theirs.getByRole("link", { name: "API tokens" })).toHaveCount(0);
  await theirs.getByRole("link", { name: "People" }).click();
  await expect(theirs.getByRole("navigation", { name: "Sections" })).toContainText("Recipients");
  for (const [path, title] of [
    ["/tokens", "Only owners can manage API tokens"],
    ["/tokens/new", "Only owners can create API tokens"],
    ["/settings/delete", "Only owners can delete the workspace"],
  ] as const) {
    await theirs.goto(path);
    await expect(theirs.getByRole("heading", { name: title })).toBeVisible();
  }
  await theirs.goto("/usage");
  await expect(theirs.getByText("Only owners can switch the plan.")).toBeVisible();
  await expect(theirs.getByRole("button", { name: /^Switch to/ })).toHaveCount(0);

  await page.goto("/settings/members");
  await page.getByRole("button", { name: `Remove ${email}` }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByText("Member removed.")).toBeVisible();
  await theirs.goto("/inbox");
  await expect(theirs.getByRole("heading", { name: "You no longer have access" })).toBeVisible();
  await expect(theirs.getByText(owner.workspaceName)).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByRole("button", { name: "Go to My workspace" }).click();
  await expect(theirs.getByRole("heading", { name: "Welcome, My workspace" })).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "You’ve already accepted" })).toBeVisible();
});

test("someone with an account signs in from the invitation, joins, switches back, and leaves @matrix", async ({
  dashboard: page,
  owner,
  stranger: theirs,
  serviceUrl,
}) => {
  const guest = await Owner.signUp(serviceUrl, "Guest Studio");
  const link = await invite(page, owner, guest.email, "Owner");
  await signIn(theirs.context(), await Owner.signUp(serviceUrl, "Wrong account"));
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Sign out and continue" }).click();
  await theirs.getByRole("link", { name: "Sign in to continue" }).click();
  await fillSignIn(theirs, guest);
  await theirs.getByRole("button", { name: "Join workspace" }).click();
  await theirs.getByRole("link", { name: "Settings" }).click();
  await theirs.getByRole("link", { name: "Developers" }).click();
  await expect(theirs.getByRole("link", { name: "API tokens" })).toBeVisible();

  const menu = theirs.locator("summary", { hasText: "Workspaces and theme" });
  const other = await theirs.context().newPage();
  await other.goto("/forms");
  await expect(other.getByRole("complementary")).toContainText(owner.workspaceName);
  await menu.click();
  await theirs.getByRole("button", { name: "Guest Studio" }).click();
  await expect(theirs.getByRole("heading", { name: "Welcome, Guest Studio" })).toBeVisible();
  await expect(other, "a tab with the other workspace starts over").toHaveURL("/welcome");
  await menu.click();
  await theirs.getByRole("button", { name: owner.workspaceName }).click();
  await expect(
    theirs.getByRole("heading", { name: `Welcome, ${owner.workspaceName}` }),
  ).toBeVisible();

  await theirs.goto("/settings/members");
  await theirs.getByRole("button", { name: "Leave workspace" }).click();
  await theirs.getByRole("alertdialog").getByRole("button", { name: "Leave workspace" }).click();
  await expect(theirs.getByRole("heading", { name: "Welcome, Guest Studio" })).toBeVisible();
  await page.goto("/settings/members");
  await expect(page.getByText(guest.email)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Leave workspace" })).toBeDisabled();
});

test("an owner changes a role after a confirmation, and revokes and resends invitations @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  await owner.confirmEmail();
  await owner.createToken("Tests");
  const { member } = await giveTeam(service.dataDir, owner);
  await page.goto("/settings/members");
  const role = page.getByLabel(`Role of ${member.email}`);
  await role.selectOption("owner");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(role).toHaveValue("member");
  await role.selectOption("owner");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make owner" }).click();
  await expect(page.getByText("Role changed.")).toBeVisible();
  await expect(role).toHaveValue("owner");

  await page.getByLabel(`Role of ${owner.email}`).selectOption("member");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByLabel(/^Also revoke your \d API token/)).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const late = page.getByRole("listitem").filter({ hasText: "Expired" });
  await late.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Expired")).toHaveCount(0);
  const open = page.getByRole("listitem").filter({ hasText: "invited-" });
  await open.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Invitation revoked.")).toBeVisible();
  await expect(open).toHaveCount(0);
});

test("an invitation can be accepted without JavaScript @matrix", async ({
  plainPage: page,
  owner,
  service,
}) => {
  const { invitationLink } = await giveTeam(service.dataDir, owner);
  await page.goto(invitationLink);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account and join" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await expect(page.getByRole("complementary")).toContainText(owner.workspaceName);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByText(/^Signed in as invited-/)).toBeVisible();
  await expect(page.getByRole("link", { name: "API tokens" })).toHaveCount(0);
});

test("another site can't switch the workspace, and no one enters one they don't belong to @matrix", async ({
  owner,
  service,
}) => {
  const { member } = await giveTeam(service.dataDir, owner);
  const cookie = `${member.cookie.name}=${member.cookie.value}`;
  const switchTo = (workspaceId: string, headers: Record<string, string>) =>
    fetch(`${owner.baseUrl}/switch-workspace?to=${workspaceId}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, ...headers },
    });
  const current = async () => {
    const account = await fetch(`${owner.baseUrl}/api/account`, { headers: { cookie } });
    return (await account.json()).data.workspace;
  };
  const { id, name } = await current();
  const foreign: Record<string, string>[] = [
    {},
    { origin: "https://evil.example" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) expect((await switchTo(id, headers)).status).toBe(403);
  const stranger = await Owner.signUp(owner.baseUrl, "Stranger Studio");
  const { workspaceId } = (await (await stranger.api("GET", "/token", 200)).json()).data;
  for (const to of [workspaceId, "x", ""]) {
    const answer = await switchTo(to, { origin: owner.baseUrl });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    expect(await current()).toEqual({ id, name, plan: "starter" });
  }
});

test("a name stands where the address stood: in the sidebar, among the members, and in invitations @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await page.goto("/settings/security");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("complementary")).toContainText("Ada Lovelace");
  await owner.confirmEmail();
  await owner.prove();
  await page.goto("/settings/members");
  await expect(page.getByRole("listitem").filter({ hasText: "Ada Lovelace" })).toContainText(
    owner.email,
  );
  const email = `bob-${owner.email}`;
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("invited by Ada Lovelace")).toBeVisible();
  const mail = await owner.awaitEmail("account", email);
  expect(mail.subject).toMatch(/^Ada Lovelace invited you to /);
});

test("the form of a new workspace loads when it's opened, and says if it can't @matrix", async ({
  elsewhere: page,
}) => {
  await page.goto("/usage");
  await page.locator("summary", { hasText: "Workspaces and theme" }).first().click();
  const open = page.getByRole("button", { name: "New workspace" });
  await page.route("**/_next/static/chunks/*.js", (route) => route.abort());
  await open.click();
  await expect(page.getByText("Can’t reach the server.")).toBeVisible();
  await page.unrouteAll();
  await open.click();
  const dialog = page.getByRole("dialog", { name: "New workspace" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(dialog).toBeVisible();
});

test("deleting a workspace shows the losses and needs its name and the password @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const recipient = await owner.ownRecipient();
  const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await page.goto("/settings");
  await page.getByRole("link", { name: "Delete workspace" }).click();
  const figure = (label: string) =>
    page.locator("dl > div").filter({ hasText: label }).locator("dd");
  await expect(figure("Forms")).toHaveText("1");
  await expect(figure("Messages (all folders)")).toHaveText("1");

  const remove = page.getByRole("button", { name: "Delete workspace permanently" });
  const name = page.getByLabel(`Type ${owner.workspaceName} to confirm`);
  const password = page.getByLabel("Current password", { exact: true });
  await name.fill("Another workspace");
  await password.fill(owner.password);
  await remove.click();
  await expect(page.getByText("Doesn’t match the workspace name.")).toBeVisible();
  await name.fill(owner.workspaceName);
  await password.fill("not the password");
  await remove.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("is incorrect");
  await expect(name).toHaveValue(owner.workspaceName);

  await password.fill(owner.password);
  await remove.click();
  await expect(page.getByRole("heading", { name: "Workspace deleted" })).toBeVisible();
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect((await page.request.get(`/f/${form.publicKey}`)).status()).toBe(404);
});
