import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import {
  address,
  expectSent,
  FIELDS,
  fillAndSend,
  openContactPage,
  SERVICE,
} from "#tests/e2e/support/contact-page";
import { expectAccessible } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { saveAutoresponder } from "#tests/support/factories/owner-forms";

/** A form that asks for its own challenge. */
async function createChallengeForm(owner: Owner): Promise<Form> {
  const form = await owner.createForm("Contact");
  const body = { revision: null, filter: "watch", challenge: true };
  await owner.api("POST", `/forms/${form.id}/spam`, 200, body);
  return form;
}

/** Turns on the auto-reply, which shows that a visitor has passed the challenge: it's rejected before. */
async function turnOnReply(owner: Owner, form: Form): Promise<void> {
  const { id: replyRecipientId } = await owner.addVerifiedRecipient();
  const reply = { enabled: true, subject: "Thank you", message: "We read every message." };
  await saveAutoresponder(owner, form.id, { ...reply, replyRecipientId });
}

/** What became of the auto-reply to the message with this text. */
async function replyTo(owner: Owner, text: string) {
  const found = (await owner.listMessages()).find(({ preview }) => preview.includes(text));
  if (!found) throw new Error(`no message with "${text}"`);
  return (await owner.readMessage(found.id)).visitorReply;
}

/** The addresses of everything that a page requests. */
function watchRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(`${request.method()} ${request.url()}`));
  return urls;
}

const GOT_REPLY = { status: expect.stringMatching(/queued|sent/), reason: null };

for (const colorScheme of ["light", "dark"] as const)
  test(`the hosted form passes its challenge by itself, and again after going back, in ${colorScheme}`, async ({
    owner,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const form = await createChallengeForm(owner);
    const urls = watchRequests(page);
    const send = async (message: string) => {
      await page.getByRole("textbox", { name: "Email" }).fill(`ada-${colorScheme}@example.com`);
      await page.getByLabel("Message").fill(message);
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
    };
    await page.goto(`/f/${form.publicKey}`);
    await expectAccessible(page);
    await send("The first");
    await turnOnReply(owner, form);
    await page.goBack();
    await expect(page.getByRole("status")).toHaveText("");
    await page.reload();
    await page.getByLabel(/automatic/i).check();
    await send("The second");
    expect(await replyTo(owner, "The second")).toEqual(GOT_REPLY);
    expect(urls.filter((url) => !url.includes(SERVICE))).toEqual([]);
  });

test("a message that's sent before the challenge is solved says so, and waits for it", async ({
  owner,
  page,
}) => {
  const form = await createChallengeForm(owner);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/challenge?optional=1", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`/f/${form.publicKey}`);
  await page.getByLabel("Message").fill("Quick");
  await page.getByRole("button", { name: "Send message" }).dblclick();
  await expect(page.getByRole("status")).toHaveText("Sending…");
  await expectAccessible(page);
  release();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  expect(await owner.listMessages()).toHaveLength(1);
  await turnOnReply(owner, form);
});

test("the error page of a hosted form asks for another challenge", async ({ owner, page }) => {
  const form = await createChallengeForm(owner);
  await page.goto(`/f/${form.publicKey}`);
  await page.getByLabel("Message").fill(" ");
  await page.getByRole("button", { name: "Send message" }).click();
  const again = page.getByRole("button", { name: "Send again" });
  await again.waitFor();
  // Without its script, the page sends the message at once, as it does without JavaScript.
  await page.waitForLoadState();
  await page.getByLabel("Message").fill("Corrected");
  await again.click();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  await turnOnReply(owner, form);
});

test.describe("where the challenge can't be loaded", () => {
  test.use({ provoked: [/ERR_FAILED/] });

  test("the hosted form's message arrives, as it does without JavaScript", async ({
    owner,
    page,
    plainPage,
  }) => {
    const form = await createChallengeForm(owner);
    await page.route("**/challenge?optional=1", (route) => route.abort());
    for (const visitor of [plainPage, page]) {
      await visitor.goto(`/f/${form.publicKey}`);
      await visitor.getByLabel("Message").fill("Hello");
      await visitor.getByRole("button", { name: "Send message" }).click();
      await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
    }
    expect(await owner.listMessages()).toHaveLength(2);
  });
});

test("a website's form passes the challenge by the form script, each message its own, also in a frame", async ({
  owner,
  page,
  website,
}) => {
  const form = await createChallengeForm(owner);
  const consent = '<input type="hidden" name="_service_autoreply" value="true">';
  const fields = `${FIELDS}<input type="hidden" name="email" value="grace@example.com">${consent}`;
  const policy = `connect-src ${SERVICE}; frame-src ${SERVICE}; script-src ${SERVICE}; worker-src 'none'`;
  const link = `<a href="${address(form)}" data-form-intake="inline">Write to us</a>`;
  await openContactPage(page, website, form, { fields, policy, after: link });
  await fillAndSend(page, "The first");
  await expectSent(page);
  await turnOnReply(owner, form);
  // As a person types: what is filled in within two seconds looks automatic, and gets no reply.
  await page.locator("[name=message]").pressSequentially("The second", { delay: 250 });
  await fillAndSend(page, "The second");
  await expectSent(page);
  await expect.poll(async () => (await owner.listMessages()).length).toBe(2);
  expect(await replyTo(owner, "The second")).toEqual(GOT_REPLY);
  await page.reload();
  const frame = page.getByTitle("Write to us").contentFrame();
  await frame.getByRole("textbox", { name: "Email" }).fill("lin@example.com");
  await frame.getByLabel("Message").fill("The third");
  await frame.getByLabel(/automatic/i).check();
  await frame.getByRole("button", { name: "Send message" }).click();
  await expect(frame.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  expect(await replyTo(owner, "The third")).toEqual(GOT_REPLY);
});

test("a form without a challenge is asked once", async ({ owner, page, website }) => {
  const form = await owner.createForm("Contact");
  await openContactPage(page, website, form);
  const urls = watchRequests(page);
  for (const message of ["The first", "The second"]) {
    await fillAndSend(page, message);
    await expect.poll(async () => (await owner.listMessages()).length).toBeGreaterThan(0);
    await expectSent(page);
  }
  expect(urls.filter((url) => url.includes("/challenge"))).toHaveLength(1);
});
