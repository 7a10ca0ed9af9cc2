import { devices } from "playwright/test";
import { addField, save } from "#tests/e2e/support/editors";
import { openFirstForm, openMessage } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

test("a form from the builder, embedded in a page, is filled in on a phone in Arabic, and can be answered", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Atlas Tours", "Trips");
  await owner.getByRole("link", { name: "Form", exact: true }).click();
  await addField(owner, "Short text", "الاسم الكامل");
  await addField(owner, "Email", "بريدك الإلكتروني");
  await expect(owner.getByText("Replies go here").first()).toBeVisible();
  await addField(owner, "Long text", "رسالتك");
  await owner.getByLabel("Required").check();
  await save(owner);
  await expect(owner.getByText("Saved. New messages are checked.")).toBeVisible();
  await owner.getByRole("link", { name: "Install" }).click();
  const code = await owner.getByLabel("Hosted form snippet").locator("code").textContent();
  const address = website.publish(
    "/trips",
    `<meta name="viewport" content="width=device-width"><h1>رحلات</h1>${code}`,
  );

  const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
  const visitor = await newPerson({ ...phone, locale: "ar" });
  await visitor.goto(address);
  const frame = visitor.locator("iframe");
  const form = frame.contentFrame();
  await form.getByLabel("الاسم الكامل").fill("ليلى");
  await form.getByLabel("بريدك الإلكتروني").fill("layla@example.com");
  // A blank is something to the browser, and nothing to the form.
  await form.getByLabel("رسالتك").fill(" ");
  await form.getByRole("button").last().tap();
  await expect(form.getByRole("alert").first()).toBeVisible();
  // However much the page in the frame shows, nothing of it is cut off.
  const cutOff = () =>
    form.locator("html").evaluate((html) => html.scrollHeight - html.clientHeight);
  await expect.poll(cutOff).toBe(0);
  await form.getByLabel("رسالتك").fill("هل يوجد مكان لأربعة أشخاص؟");
  await form.getByRole("button").last().tap();
  await expect(form.getByRole("heading", { name: "شكرًا لك" })).toBeInViewport();
  await expect.poll(cutOff).toBe(0);
  const heights = await frame.evaluate((element) => [
    element.getBoundingClientRect().height,
    Number(element.ownerDocument.defaultView?.innerHeight),
  ]);
  expect(heights[0]).toBeLessThan(heights[1] ?? 0);

  const message = await openMessage(owner, /ليلى/);
  await expect(message).toContainText("هل يوجد مكان لأربعة أشخاص؟");
  await expect(message.getByRole("button", { name: "Reply to layla@example.com" })).toBeVisible();
});
