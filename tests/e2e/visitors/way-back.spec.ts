import { address, FIELDS, fillAndSend } from "#tests/e2e/support/contact-page";
import { expect, test } from "#tests/e2e/support/test";

const thanks = { name: "Thank you" };
const backTo = (origin: string) => ({ name: `Back to ${new URL(origin).host}` });

for (const scripts of ["with", "without"] as const)
  test(`the thank-you page leads back to the website that the message came from, ${scripts} JavaScript`, async ({
    page,
    plainPage,
    form,
    website,
  }) => {
    const visitor = scripts === "with" ? page : plainPage;
    const html = `<h1>Contact</h1><form action="${address(form)}" method="post">${FIELDS}</form>`;
    website.publish("/", "<h1>Home</h1>");
    await visitor.goto(website.publish("/contact", html));
    await fillAndSend(visitor, "Hello");
    await expect(visitor.getByRole("heading", thanks)).toBeVisible();
    await visitor.getByRole("link", backTo(website.origin)).click();
    // Browsers tell the site alone. With scripts, the page before is shown again.
    const name = scripts === "with" ? "Contact" : "Home";
    await expect(visitor.getByRole("heading", { name })).toBeVisible();
  });

test("it still leads back after an error was corrected", async ({ page, form, website }) => {
  const html = `<h1>Contact</h1><form action="${address(form)}" method="post">${FIELDS}</form>`;
  await page.goto(website.publish("/", html));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("Your message is empty.");
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("heading", thanks)).toBeVisible();
  await page.getByRole("link", backTo(website.origin)).click();
  await expect(page.getByRole("heading", { name: "Contact" })).toBeVisible();
});

test("it leads to the very page where its site lets browsers name it", async ({
  plainPage: page,
  form,
  website,
}) => {
  const html = `<meta name="referrer" content="unsafe-url"><h1>Contact</h1>
    <form action="${address(form)}" method="post">${FIELDS}</form>`;
  const url = website.publish("/contact?from=menu", html);
  await page.goto(url);
  await fillAndSend(page, "Hello");
  await page.getByRole("link", backTo(website.origin)).click();
  expect(page.url()).toBe(url);
});

test("it leads nowhere else for a visitor whose site hides where they came from", async ({
  page,
  form,
  website,
}) => {
  const html = `<meta name="referrer" content="no-referrer">
    <form action="${address(form)}" method="post">${FIELDS}</form>`;
  await page.goto(website.publish("/contact", html));
  await fillAndSend(page, "Hello");
  await expect(page.getByRole("heading", thanks)).toBeVisible();
  await expect(page.getByText("You can close this page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Send another message" })).toHaveCount(0);
});
