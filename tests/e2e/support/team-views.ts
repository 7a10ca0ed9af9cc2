import type { Page } from "playwright/test";
import { becomeOther } from "#tests/e2e/support/team";
import { at, openDialog, type View } from "#tests/e2e/support/view";

const pathOf = (link: string) => link.replace(/^\w+:\/\/[^/]+/, "");

/** A page as someone with the role member sees it. */
function asMember(name: string, path: string): View {
  return {
    name,
    open: async (page, { team }) => {
      await becomeOther(page.context(), team.member);
      await page.goto(path);
    },
  };
}

async function openWorkspaceMenu(page: Page): Promise<void> {
  await page.goto("/recipients");
  const menu = page.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) await menu.click();
  await page
    .locator("summary", { hasText: "Workspaces and theme" })
    .filter({ visible: true })
    .click();
  await page.getByRole("list", { name: "Workspaces" }).filter({ visible: true }).waitFor();
}

/** Invitations, and the page of someone who was removed. */
export const INVITED_VIEWS: readonly View[] = [
  at("invitation", ({ team }) => pathOf(team.invitationLink)),
  at("invitation-account", ({ team }) => pathOf(team.accountInvitationLink)),
  at("invitation-over", "/invitation?token=unknown"),
  {
    name: "invitation-other-address",
    open: async (page, { team }) => {
      await becomeOther(page.context(), team.member);
      await page.goto(team.invitationLink);
    },
  },
  {
    name: "no-access",
    path: () => "/no-access",
    open: async (page, { team }) => {
      await becomeOther(page.context(), team.removed);
      await page.goto("/inbox");
      await page.getByRole("heading", { name: "You no longer have access" }).waitFor();
    },
  },
];

/** The members page, and what members see of the pages for owners. */
export const TEAM_VIEWS: readonly View[] = [
  at("members", "/settings/members"),
  {
    name: "remove-member-dialog",
    open: (page, { team }) => openDialog(page, "/settings/members", `Remove ${team.member.email}`),
  },
  {
    name: "operator",
    path: () => "/operator",
    open: async (page, { team }) => {
      await becomeOther(page.context(), team.operator);
      await page.goto("/operator");
    },
  },
  asMember("member-members", "/settings/members"),
  asMember("member-tokens", "/tokens"),
  asMember("member-new-token", "/tokens/new"),
  asMember("member-usage", "/usage"),
  asMember("member-settings", "/settings"),
  asMember("member-data", "/settings/data"),
  asMember("member-delete-workspace", "/settings/delete"),
  {
    name: "workspace-menu",
    open: async (page, { team }) => {
      await becomeOther(page.context(), team.member);
      await openWorkspaceMenu(page);
    },
  },
  {
    name: "new-workspace-dialog",
    // It belongs to the menu of phones.
    maxWidth: 375,
    open: async (page, { team }) => {
      await becomeOther(page.context(), team.member);
      await openWorkspaceMenu(page);
      await page.getByRole("button", { name: "New workspace" }).filter({ visible: true }).click();
      await page.getByRole("dialog", { name: "New workspace" }).waitFor();
    },
  },
];
