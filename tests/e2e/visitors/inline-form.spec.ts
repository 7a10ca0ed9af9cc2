import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { address, FORM_SCRIPT, SERVICE } from "#tests/e2e/support/contact-page";
import { expect, test } from "#tests/e2e/support/test";
import type { Website } from "#tests/e2e/support/website";
import { serveWidget } from "#tests/e2e/support/widget";
import { saveWidget } from "#tests/support/factories/owner-forms";

type InlinePage = { attributes?: string; policy?: string };

/** Opens a website's page whose link the form script replaces by the form. */
async function openInlinePage(
  page: Page,
  website: Website,
  form: Form,
  { attributes = "", policy }: InlinePage = {},
): Promise<string> {
  const link = `<a href="${address(form)}" data-form-intake="inline" ${attributes}>Write to us</a>`;
  const url = website.publish("/", `<main><h1>Contact</h1>${link}</main>${FORM_SCRIPT}`, policy);
  await page.goto(url);
  return url;
}

const frameOf = (page: Page) => page.getByTitle("Write to us");

/** Expects the frame to be as high as what it shows: nothing is hidden, and nothing is left empty. */
async function expectFit(page: Page): Promise<void> {
  const difference = () =>
    frameOf(page)
      .contentFrame()
      .locator("body")
      .evaluate((body) => innerHeight - Math.ceil(body.getBoundingClientRect().height));
  await expect.poll(difference).toBe(0);
}

test("a link becomes the form, which is sent, corrected, and thanked for in place", async ({
  page,
  owner,
  website,
}) => {
  const settings = { allowedOrigins: ["https://www.example.com"] };
  const form = await owner.createForm("Contact");
  const url = await openInlinePage(page, website, form);
  const inside = frameOf(page).contentFrame();
  await inside.getByLabel("Message").fill(" ");
  await inside.getByRole("button", { name: "Send message" }).click();
  await expect(inside.getByRole("alert")).toContainText("Your message is empty.");
  await inside.getByLabel("Message").fill("Hello from another site");
  await inside.getByRole("button", { name: "Send again" }).click();
  await expect(inside.getByRole("heading", { name: "Thank you" })).toBeVisible();
  expect(page.url()).toBe(url);
  const previews = (await owner.listMessages()).map(({ preview }) => preview);
  expect(previews).toEqual(["Hello from another site"]);

  // Another site shows no form that isn't meant for it.
  await owner.updateForm(form.id, { settings });
  const refusal = page.waitForEvent("console", (message) =>
    message.text().includes("frame-ancestors https://www.example.com"),
  );
  await page.reload();
  await refusal;
  await expect(inside.getByRole("button")).toHaveCount(0);
});

test("the frame is as high as the form in any width, or as its owner says", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  const fields = Array.from({ length: 12 }, (_, place) => ({
    name: `field_${place}`,
    type: "text",
    label: `A question that takes more than one line where there is little room ${place}`,
  }));
  await owner.api("POST", `/forms/${form.id}/fields`, 200, { revision: null, fields });
  await openInlinePage(page, website, form);
  await expect(
    frameOf(page)
      .contentFrame()
      .getByLabel(/room 11/),
  ).toBeVisible();
  await expectFit(page);
  const wide = await frameOf(page).boundingBox();
  await page.setViewportSize({ width: 320, height: 600 });
  await expectFit(page);
  const narrow = await frameOf(page).boundingBox();
  expect(narrow?.height).toBeGreaterThan(wide?.height ?? Number.POSITIVE_INFINITY);
  expect(await page.locator("iframe").count()).toBe(1);
  // The thank-you page begins far above the button.
  const inside = frameOf(page).contentFrame();
  await inside.getByLabel(/room 11/).fill("Hello");
  await inside.getByRole("button", { name: "Send message" }).click();
  await expect(inside.getByRole("heading", { name: "Thank you" })).toBeInViewport();
  await openInlinePage(page, website, form, { attributes: 'data-height="321"' });
  await expect(frameOf(page)).toHaveCSS("height", "321px");
});

test("the frame stays as high as what it shows: the spam check, a long text, errors, and thanks", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  await saveWidget(owner, form.id, "0x4AAAAsite");
  await serveWidget(page);
  const fields = ["first", "second", "third"].map((name) => ({
    name,
    type: "email",
    label: `Your ${name} address`,
  }));
  const message = { name: "message", type: "long_text", label: "Message" };
  const list = { revision: null, fields: [...fields, message] };
  await owner.api("POST", `/forms/${form.id}/fields`, 200, list);
  await openInlinePage(page, website, form);
  const inside = frameOf(page).contentFrame();
  await inside.getByLabel("Message").fill("A line\n".repeat(15));
  await expectFit(page);
  // A browser accepts this address, and we don't.
  for (const input of await inside.getByLabel(/address/).all()) await input.fill("a@b..c");
  await inside.locator("form").evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
  });
  const before = await frameOf(page).boundingBox();
  await inside.getByRole("button", { name: "Send message" }).click();
  await expect(inside.getByRole("alert")).toBeVisible();
  await expectFit(page);
  const rejected = await frameOf(page).boundingBox();
  expect(rejected?.height).toBeGreaterThan((before?.height ?? 0) + 100);
  for (const input of await inside.getByLabel(/address/).all()) await input.fill("a@example.com");
  await inside.getByRole("button", { name: "Send again" }).click();
  await expect(inside.getByRole("heading", { name: "Thank you" })).toBeInViewport();
  await expectFit(page);
  await inside.getByRole("link", { name: "Send another message" }).click();
  await expect(inside.getByLabel("Message")).toHaveValue("");
  await expectFit(page);
});

test("only the form in a frame sets its height", async ({ page, form, website }) => {
  await openInlinePage(page, website, form);
  await expectFit(page);
  const box = await frameOf(page).boundingBox();
  await page.evaluate(() => postMessage({ formIntakeHeight: 5 }, "*"));
  const other = `<script>parent.postMessage({ formIntakeHeight: 7 }, "*")</script>`;
  const url = website.publish("/other", other);
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = document.createElement("iframe");
        addEventListener("message", resolve);
        frame.src = src;
        document.body.append(frame);
      }),
    url,
  );
  expect(await frameOf(page).boundingBox()).toEqual(box);
});

test("a strict content security policy needs our origin for the script and frames only", async ({
  page,
  form,
  website,
}) => {
  const policy = `default-src 'none'; script-src ${SERVICE}; frame-src ${SERVICE}`;
  await openInlinePage(page, website, form, { policy });
  await expectFit(page);
  const inside = frameOf(page).contentFrame();
  await inside.getByLabel("Message").fill("Hello");
  await inside.getByRole("button", { name: "Send message" }).click();
  await expect(inside.getByRole("heading", { name: "Thank you" })).toBeVisible();
});

test("without scripts, and to other sites, a link stays a link", async ({
  page,
  plainPage,
  form,
  website,
}) => {
  await openInlinePage(plainPage, website, form);
  await plainPage.getByRole("link", { name: "Write to us" }).click();
  await expect(plainPage.getByRole("heading", { name: "Contact" })).toBeVisible();
  const links = `<a href="https://www.example.com/f/x" data-form-intake="inline">Theirs</a>
    <a href="${SERVICE}/docs" data-form-intake="inline">Docs</a>
    <a href="${address(form)}">Ordinary</a>`;
  await page.goto(website.publish("/links", links + FORM_SCRIPT));
  await expect(page.getByRole("link")).toHaveText(["Theirs", "Docs", "Ordinary"]);
});

test("the code on the Install page shows the form", async ({ dashboard: page, form, website }) => {
  await page.goto(`/forms/${form.id}/install`);
  const code = await page.getByLabel("Hosted form snippet").locator("code").textContent();
  await page.goto(website.publish("/", code ?? ""));
  const inside = frameOf(page).contentFrame();
  await expect(inside.getByRole("heading", { name: "Contact" })).toBeVisible();
});
