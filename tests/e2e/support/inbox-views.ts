import type { Page } from "playwright/test";
import { openInbox } from "#tests/e2e/support/inbox";
import { at, type View } from "#tests/e2e/support/view";

async function selectAll(page: Page): Promise<void> {
  await page.goto("/inbox");
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByRole("toolbar", { name: "Selected messages" }).waitFor();
}

/** The inbox with its panes and dialogs. */
export const INBOX_VIEWS: readonly View[] = [
  at("inbox", "/inbox"),
  { name: "message", open: (page, { message }) => openInbox(page, `/inbox?message=${message.id}`) },
  {
    name: "message-menu",
    open: async (page, { message }) => {
      await openInbox(page, `/inbox?message=${message.id}`);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "image-preview",
    open: async (page, { message }) => {
      await openInbox(page, `/inbox?message=${message.id}`);
      await page.getByRole("button", { name: /^Preview/ }).click();
      await page.getByRole("dialog").getByRole("img").waitFor();
    },
  },
  at("archived-message", ({ archived }) => `/inbox?folder=archive&message=${archived}`),
  {
    name: "spam-message",
    open: async (page, { spam }) => {
      await page.goto(`/inbox?folder=spam&message=${spam}`);
      await page.getByText("Caught by the honeypot").waitFor();
    },
  },
  at("suspected-message", ({ suspected }) => `/inbox?message=${suspected}`),
  {
    name: "block-sender-dialog",
    open: async (page, { message }) => {
      await openInbox(page, `/inbox?message=${message.id}`);
      await page.getByRole("button", { name: "Block sender" }).click();
      await page.getByRole("checkbox", { name: /in the inbox to spam too/ }).waitFor();
    },
  },
  at("all-messages", "/inbox?folder=all"),
  at("nothing-found", "/inbox?search=nothing+like+it"),
  at("message-gone", "/inbox?message=01a00000-0000-7000-8000-000000000000"),
  { name: "selected-messages", open: selectAll },
  {
    name: "delete-messages-dialog",
    open: async (page) => {
      await selectAll(page);
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("alertdialog").getByText("email and webhook records").waitFor();
    },
  },
  {
    name: "note-dialog",
    open: async (page) => {
      await selectAll(page);
      await page.getByRole("button", { name: "Add note" }).click();
      await page.getByRole("dialog", { name: /^Add a note to/ }).waitFor();
    },
  },
  {
    name: "export-dialog",
    open: async (page) => {
      await page.goto("/inbox");
      await page.getByRole("button", { name: "Export as CSV" }).click();
      await page.getByRole("link", { name: /^Download/ }).waitFor();
    },
  },
  {
    name: "export-selection-dialog",
    open: async (page) => {
      await selectAll(page);
      await page.getByRole("button", { name: "Export as CSV" }).click();
      await page.getByRole("button", { name: /^Download/ }).waitFor();
    },
  },
  at("filtered-messages", "/inbox?unread=true&hasFiles=true&from=2026-01-01"),
  {
    name: "filters",
    open: async (page) => {
      await page.goto("/inbox?from=2026-01-01");
      await page.getByRole("button", { name: "Filter" }).click();
      await page.getByRole("button", { name: "Clear filters" }).waitFor();
    },
  },
  {
    name: "shortcuts-dialog",
    open: async (page) => {
      await page.goto("/inbox");
      await page
        .getByRole("checkbox", { name: /^Select message/ })
        .first()
        .waitFor({ state: "attached" });
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "palette",
    open: async (page, { words }) => {
      await page.goto("/inbox");
      await page.getByRole("button", { name: "Search…" }).filter({ visible: true }).click();
      await page
        .getByPlaceholder("Search pages, forms, and messages")
        .fill(words.senderName.slice(0, 6));
      await page.getByRole("option", { name: "Search all messages" }).waitFor();
      await page
        .getByRole("option")
        .filter({ has: page.locator("time") })
        .first()
        .waitFor();
    },
  },
];
