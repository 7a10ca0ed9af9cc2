import { at, type View } from "#tests/e2e/support/view";

/** The page that connects an app, and what it says when it can't. */
export const CONNECT_VIEWS: readonly View[] = [
  {
    name: "connect-app",
    path: ({ connectPath: path }) => path,
    open: async (page, { connectPath: path }) => {
      await page.goto(path);
      await page.getByRole("button", { name: "Connect" }).waitFor();
    },
  },
  {
    name: "connect-app-rejected",
    open: async (page, { connectPath: path }) => {
      await page.goto(path);
      for (const box of await page.getByRole("checkbox").all()) await box.setChecked(false);
      await page.getByRole("button", { name: "Connect" }).click();
      await page.locator("[data-form-message]").waitFor();
    },
  },
  at("connect-app-impossible", ({ connectPath: path }) => `${path}&resource=https://other.example`),
  at("connect-app-unknown", "/connect?client_id=unknown"),
];
