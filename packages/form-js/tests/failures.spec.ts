import type { Page } from "playwright/test";
import {
  address,
  expectRejected,
  expectSent,
  FIELDS,
  FILE_FIELD,
  fillAndSend,
  openContactPage,
} from "../../../tests/e2e/support/contact-page";
import { expectAccessible } from "../../../tests/e2e/support/looks";
import { expect, test } from "../../../tests/e2e/support/test";
import { saveWidget } from "../../../tests/support/factories/owner-forms";

const TOO_LONG = "x".repeat(20_001);
const SAFE = "This won’t create a duplicate.";

test("a rejected field is marked, described, and focused, and keeps its text until it's accepted @matrix", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const fields = `<p><label for="m">Message</label> <textarea id="m" name="message" aria-describedby="hint"></textarea>
    <span id="hint">Be brief.</span></p><p><label>Name <input name="name"></label></p>${FILE_FIELD}
    <input type="hidden" name="page" value="${TOO_LONG}"><button>Send</button>`;
  await openContactPage(page, website, form, { fields });
  const [message, name] = [page.getByLabel("Message"), page.getByLabel("Name")];
  await page.getByLabel("File").setInputFiles({
    name: "a.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("a file"),
  });
  await name.fill(TOO_LONG);
  await message.fill(TOO_LONG);
  await page.getByRole("button", { name: "Send" }).click();
  const words = "must be at most 20,000 characters.";
  await expectRejected(page, /^Some fields need your attention\. .+ Page must be at most 20,000/);
  await expect(message).toBeFocused();
  await expect(message).toHaveAttribute("aria-invalid", "true");
  await expect(message).toHaveAccessibleDescription(`Be brief. Message ${words}`);
  await expect(name).toHaveAccessibleName("Name");
  await expect(name).toHaveAccessibleDescription(`Name ${words}`);
  await expectAccessible(page);

  for (const field of [message, name]) {
    await expect(field).toHaveValue(TOO_LONG);
    await field.fill("Short");
  }
  await page.locator('[name="page"]').evaluate((input) => input.setAttribute("value", "/"));
  await page.getByRole("button", { name: "Send" }).click();
  await expectSent(page);
  await expect(page.locator("[aria-invalid], .form-intake-field-error")).toHaveCount(0);
  await expect(message).toHaveAccessibleDescription("Be brief.");
  await expectAccessible(page);
  const [stored] = await owner.listMessages();
  expect(stored).toMatchObject({ preview: "Short", attachmentCount: 1 });
});

test("a rejected file is shown at its field @matrix", async ({ page, owner, form, website }) => {
  await openContactPage(page, website, form, { fields: FIELDS + FILE_FIELD });
  const file = { name: "run.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") };
  await page.getByLabel("File").setInputFiles(file);
  await fillAndSend(page, "With a file");
  await expectRejected(page, /^This form doesn’t accept files\. .+ send your message without them/);
  await expect(page.getByLabel("File")).toHaveAccessibleDescription(/File can’t be a file\./);
  await owner.updateForm(form.id, { settings: { uploads: { enabled: true } } });
  await page.getByRole("button", { name: "Send" }).click();
  await expectRejected(page, /^One of your files couldn’t be sent\./);
  await expect(page.getByLabel("File")).toHaveAccessibleDescription(
    /“run\.exe” isn’t an accepted type \(PDF/,
  );
  await expect(page.getByLabel("File")).toHaveValue(/run\.exe$/);
  await expect(page.getByLabel("Message")).toHaveValue("With a file");
});

test("every other rejection is explained, and nothing is lost @matrix", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  await openContactPage(page, website, form);
  await page.getByRole("button", { name: "Send" }).click();
  await expectRejected(page, "Your message is empty. Please write something and send it again.");
  await saveWidget(owner, form.id, "key-1");
  await fillAndSend(page, "Keep me");
  await expectRejected(page, /^The spam check is missing\./);
  await owner.updateForm(form.id, { status: "paused" });
  await page.getByRole("button", { name: "Send" }).click();
  await expectRejected(page, /^This form is closed right now\./);
  const allowedOrigins = ["https://elsewhere.example"];
  await owner.updateForm(form.id, { status: "active", settings: { allowedOrigins } });
  await page.getByRole("button", { name: "Send" }).click();
  // The browser doesn't show this response to pages of other origins.
  await expectRejected(page, /^We couldn’t reach the server\./);
  await expect(page.getByLabel("Message")).toHaveValue("Keep me");
  await openContactPage(page, website, { publicKey: "0".repeat(22) });
  await fillAndSend(page, "To no one");
  await expectRejected(page, /^There’s no form at this address\./);
});

test("the service says what is wrong, and other servers' pages count as errors, never as success @matrix", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  await openContactPage(page, website, form);
  const cors = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After",
  };
  const html = { headers: cors, contentType: "text/html", body: "<h1>Hotel Wi-Fi</h1>" };
  const limited = {
    message: "Wait 42 seconds.",
    error: { code: "rate_limited", message: "Too many" },
  };
  for (const [response, words] of [
    [{ status: 429, headers: { ...cors, "Retry-After": "42" }, json: limited }, "Wait 42 seconds."],
    [
      { ...html, status: 429, headers: { ...cors, "Retry-After": "120" } },
      /^Something went wrong on our end\./,
    ],
    [{ ...html, status: 413 }, /^Your message is too large\./],
    [{ ...html, status: 502 }, /^Something went wrong on our end\./],
    [{ ...html, status: 200 }, /^Something went wrong on our end\./],
    [{ headers: cors, json: { error: "Bad gateway" } }, /^Something went wrong on our end\./],
    [{ headers: cors, body: '{"data": {' }, /^We couldn’t reach the server\./],
  ] as const) {
    await page.route(address(form), (route) => route.fulfill(response));
    await fillAndSend(page, "Keep me");
    await expectRejected(page, words);
    await page.unroute(address(form));
  }
  await page.getByRole("button", { name: "Send" }).click();
  await expectSent(page);
  expect(await owner.listMessages()).toHaveLength(1);
});

/** The message arrives, but its response is lost. */
async function loseResponse(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

test("offline, or when a response is lost, sending again stores the message once @matrix", async ({
  page,
  context,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  await openContactPage(page, website, form);
  await context.setOffline(true);
  await fillAndSend(page, "From the train");
  const words = `We couldn’t reach the server. Please check your connection and send your message again. ${SAFE}`;
  await expectRejected(page, words);
  await context.setOffline(false);
  await loseResponse(page, address(form));
  await page.getByRole("button", { name: "Send" }).click();
  await expectRejected(page, words);
  await page.unroute(address(form));
  await page.getByRole("button", { name: "Send" }).click();
  await expectSent(page);
  expect(await owner.listMessages()).toHaveLength(1);
});

test("after a key that was used for another message, the next click sends under a new one @matrix", async ({
  page,
  form,
  website,
}) => {
  await openContactPage(page, website, form);
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url() === address(form)) bodies.push(request.postData() ?? "");
  });
  const error = { code: "idempotency_key_reused", message: "This key was used before." };
  await page.route(
    address(form),
    (route) =>
      route.fulfill({
        status: 422,
        headers: { "access-control-allow-origin": "*" },
        json: { error },
      }),
    { times: 1 },
  );
  await fillAndSend(page, "Same words");
  await expectRejected(page, /./);
  await page.getByRole("button", { name: "Send" }).click();
  await expectSent(page);
  const keys = bodies.map((body) => /_service_idempotency_key"\s+([\w-]+)/.exec(body)?.[1]);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

test("a server that doesn't respond is given up after two minutes @matrix", async ({
  page,
  form,
  website,
}) => {
  await page.clock.install();
  await openContactPage(page, website, form);
  await page.route(address(form), () => undefined);
  await fillAndSend(page, "Hello?");
  await expect(page.getByRole("status")).toHaveText("Sending…");
  await page.clock.fastForward(119_000);
  await expect(page.getByRole("status")).toHaveText("Sending…");
  await page.clock.fastForward(2_000);
  await expectRejected(
    page,
    `We couldn’t reach the server. Please check your connection and send your message again. ${SAFE}`,
  );
});
