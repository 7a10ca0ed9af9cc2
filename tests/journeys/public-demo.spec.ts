import { withInstallation } from "#tests/journeys/support/installation";
import { signIn } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

/** The settings of the recipe in docs/self-hosting/settings.md. */
const RECIPE = {
  DEMO: "1",
  DEMO_PASSWORD: "look around here",
  EMAIL_MODE: "capture",
  OUTGOING: "off",
  UPLOAD_FILES: "0",
};

test("a visitor of a public demo signs in, looks around, and reaches no one @matrix", async ({
  browser,
}) => {
  await withInstallation(RECIPE, async ({ baseUrl, receiver }) => {
    const visitor = await (await browser.newContext({ baseURL: baseUrl })).newPage();
    await visitor.goto("/sign-in");
    await expect(visitor.getByText(RECIPE.DEMO_PASSWORD)).toBeVisible();
    await signIn(visitor, "demo@example.com", RECIPE.DEMO_PASSWORD);

    await visitor.goto("/forms");
    await visitor
      .getByRole("main")
      .getByRole("link", { name: /Contact/ })
      .first()
      .click();
    await visitor.getByRole("link", { name: "Integrations", exact: true }).click();
    await expect(visitor.getByText(/turned off|are off/).first()).toBeVisible();
    await visitor.getByRole("link", { name: "Messages" }).click();
    await visitor.getByRole("button", { name: /^Send test/ }).click();
    await expect(visitor.getByText("Received.").first()).toBeVisible();
    expect(receiver.connections).toBe(0);
  });
});
