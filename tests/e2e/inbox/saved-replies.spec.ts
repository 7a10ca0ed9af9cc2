import type { Page } from "playwright/test";
import { ROOT } from "#server/start/checkout";
import { bundle } from "#tests/e2e/support/bundle";
import { expect, test } from "#tests/e2e/support/test";

test("a member adds, edits, and deletes a saved reply", async ({ dashboard: page }) => {
  await page.goto("/settings/saved-replies");
  await expect(page.getByText("No saved replies yet")).toBeVisible();
  await page.getByLabel("Name").fill("Quote");
  await page.getByLabel("Text").fill("Hello {{name}},\n\nThank you.");
  await page.getByRole("button", { name: "Add saved reply" }).click();
  const list = page.getByRole("list", { name: "Saved replies" });
  await expect(list.getByRole("listitem")).toContainText("Hello {{name}},");
  await expect(page.getByLabel("Name")).toHaveValue("");
  await page.getByLabel("Name").fill("QUOTE");
  await page.getByLabel("Text").fill("Another");
  await page.getByRole("button", { name: "Add saved reply" }).click();
  await expect(page.getByText("There’s already a saved reply named “QUOTE”.")).toBeVisible();
  await expect(page.getByLabel("Text")).toHaveValue("Another");
  await page.getByRole("button", { name: "Edit Quote" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Text")).toHaveValue("Hello {{name}},\n\nThank you.");
  await dialog.getByLabel("Name").fill("Offer");
  await dialog.getByLabel("Text").fill("");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("Enter 1 to 10000 characters.")).toBeVisible();
  await dialog.getByLabel("Text").fill("Bye {{name}}");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(list.getByRole("listitem")).toContainText("Offer");
  await expect(list.getByRole("listitem")).toContainText("Bye {{name}}");
  await page.getByRole("button", { name: "Delete Offer" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete saved reply" }).click();
  await expect(page.getByText("No saved replies yet")).toBeVisible();
});

/** Shows the field alone, on a page of the service, so that it reads the signed-in workspace’s saved replies. */
async function openField(page: Page): Promise<void> {
  const folder = `${ROOT}/app/(dashboard)/inbox/message`;
  const script = await bundle({
    "main.jsx": `
      import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
      import { useState } from "react";
      import { createRoot } from "react-dom/client";
      import { SavedReplyTextarea } from "${folder}/saved-reply-textarea.tsx";
      const values = { name: "Ada", form: "Contact", fields: [{ name: "topic", value: "Prints" }] };
      function Field() {
        const [text, setText] = useState("");
        return (
          <SavedReplyTextarea aria-label="Reply" values={values} value={text} onChange={(event) => setText(event.target.value)}>
            <output>{text}</output>
          </SavedReplyTextarea>
        );
      }
      createRoot(document.getElementById("app")).render(
        <QueryClientProvider client={new QueryClient()}><Field /></QueryClientProvider>);`,
  });
  const body = `<!doctype html><title>Field</title><div id="app" style="padding-top: 20rem"></div><script type="module">${script}</script>`;
  await page.route("**/field", (route) => route.fulfill({ contentType: "text/html", body }));
  const loaded = page.waitForResponse("**/api/account/saved-replies");
  await page.goto("/field");
  await loaded;
}

test("a slash at the start of a line finds a saved reply, and Enter fills it in", async ({
  dashboard: page,
  owner,
}) => {
  for (const [name, text] of [
    ["Prices", "Our prices are on the page."],
    ["Quote", "Hello {{name}},\nabout {{topic}}"],
    ["Thanks", "Thank you for writing to {{form}}."],
  ])
    await owner.api("POST", "/saved-replies", 201, { name, text });
  await openField(page);
  const field = page.getByRole("textbox", { name: "Reply" });
  const list = page.getByRole("listbox", { name: "Saved replies" });
  const options = page.getByRole("option");
  await field.pressSequentially("and/or");
  await expect(list).toHaveCount(0);
  await field.press("Enter");
  await field.pressSequentially("/");
  await expect(options).toHaveText([/^Prices/, /^Quote/, /^Thanks/]);
  await expect(options.nth(0)).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowUp");
  const active = await options.nth(2).getAttribute("id");
  await expect(field).toHaveAttribute("aria-activedescendant", active ?? "");
  await field.pressSequentially("quo");
  await expect(options).toHaveText([/^Quote/]);
  await field.press("Enter");
  await expect(field).toHaveValue("and/or\nHello Ada,\nabout Prints");
  await expect(page.locator("output")).toHaveText("and/or\nHello Ada,\nabout Prints");
  await expect(list).toHaveCount(0);
  await field.press("ControlOrMeta+z");
  await expect(field).toHaveValue("and/or\n/quo");
});

test("Escape closes the list, the button opens it at the caret, and a press picks", async ({
  dashboard: page,
  owner,
}) => {
  await owner.api("POST", "/saved-replies", 201, { name: "Form", text: "{{form}}" });
  await openField(page);
  const field = page.getByRole("textbox", { name: "Reply" });
  const list = page.getByRole("listbox", { name: "Saved replies" });
  await field.pressSequentially("/f");
  await expect(list).toBeVisible();
  await field.press("Escape");
  await expect(list).toHaveCount(0);
  await field.pressSequentially("o");
  await expect(list, "it stays closed").toHaveCount(0);
  await field.fill("About ");
  await page.getByRole("button", { name: "Saved replies" }).click();
  await page.getByRole("option", { name: "Form" }).click();
  await expect(field).toHaveValue("About Contact");
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Saved replies" }).click();
  await field.pressSequentially("unknown");
  await expect(page.getByText("No saved reply has these words.")).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue("About Contactunknown\n");
  await expect(list).toHaveCount(0);
});

test("without saved replies, the button leads to the settings", async ({ dashboard: page }) => {
  await openField(page);
  await page.getByRole("textbox", { name: "Reply" }).pressSequentially("/");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await page.getByRole("button", { name: "Saved replies" }).click();
  await expect(page.getByRole("link", { name: "Add one in the settings" })).toHaveAttribute(
    "href",
    "/settings/saved-replies",
  );
});
