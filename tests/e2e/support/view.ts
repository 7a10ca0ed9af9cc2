import { expect, type Page } from "playwright/test";
import type { World } from "#tests/e2e/support/world";

/** A page in a certain state, and how to get there. */
export type View = {
  name: string;
  open: (page: Page, world: World) => Promise<unknown>;
  /** Its path, if opening it is enough. */
  path?: (world: World) => string;
  /** The view exists only up to this width, in CSS pixels. */
  maxWidth?: number;
};

/** Opens a view and waits until all streamed content has arrived. */
export async function openView(view: View, page: Page, world: World): Promise<void> {
  await view.open(page, world);
  await expect(page.locator("[data-slot=skeleton]")).toHaveCount(0);
}

/** A view that only needs its path opened. */
export function at(name: string, address: string | ((world: World) => string)): View {
  const path = typeof address === "string" ? () => address : address;
  return { name, path, open: (page, world) => page.goto(path(world)) };
}

/** Opens a page and the confirmation dialog of one of its buttons. */
export async function openDialog(page: Page, path: string, button: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog").waitFor();
}
