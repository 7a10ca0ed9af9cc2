import type { Page } from "playwright/test";

const MAX_PRESSES = 80;

/** Presses Tab until the element with this role and full name has the focus. */
export async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "checkbox" | "switch" | "tab",
  name: string | RegExp,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key);
    if (await wanted.evaluateAll((all) => all.some((one) => one === document.activeElement)))
      return;
  }
  throw new Error(`${role} "${name}" was not reached by ${key}`);
}
