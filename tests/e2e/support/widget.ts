import type { Page } from "playwright/test";
import { passedChallenge } from "#tests/support/factories/owner-forms";

/** Cloudflare's script as documented: it renders every `.cf-turnstile`, or the elements passed to `render`. */
const SCRIPT = `
window.drawnKeys = [];
window.resetKeys = [];
window.turnstile = {
  render(element, { sitekey }) {
    window.drawnKeys.push(sitekey);
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "cf-turnstile-response";
    field.value = RESPONSE;
    element.replaceChildren(field);
  },
  reset(element) {
    window.resetKeys.push(element?.dataset.sitekey);
  },
};
if (!document.currentScript.src.includes("render=explicit"))
  for (const element of document.querySelectorAll(".cf-turnstile"))
    turnstile.render(element, { sitekey: element.dataset.sitekey });
`;

/** Replaces Cloudflare's script on a page. @returns the site keys it rendered */
export async function serveWidget(page: Page): Promise<() => Promise<string[]>> {
  await page.route("https://challenges.cloudflare.com/turnstile/v0/api.js*", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: SCRIPT.replace("RESPONSE", JSON.stringify(passedChallenge())),
    }),
  );
  return () => page.evaluate(() => Reflect.get(window, "drawnKeys") ?? []);
}
