import type { Page } from "playwright/test";
import {
  address,
  expectRejected,
  expectSent,
  FIELDS,
  FILE_FIELD,
  fillAndSend,
  openContactPage,
  SERVICE,
} from "../../../tests/e2e/support/contact-page";
import { expect, test } from "../../../tests/e2e/support/test";
import { serveWidget } from "../../../tests/e2e/support/widget";
import type { Owner } from "../../../tests/support/factories/owner";
import { saveWidget } from "../../../tests/support/factories/owner-forms";
import { PNG } from "../../../tests/support/factories/sample-files";

async function previews(owner: Owner): Promise<string[]> {
  return (await owner.listMessages()).map(({ preview }) => preview).sort();
}

/** The idempotency keys of the requests that a page has sent, and how many preflights it needed. */
function watchRequests(page: Page): { keys: string[]; preflights: () => number } {
  const keys: string[] = [];
  let preflights = 0;
  page.on("request", (request) => {
    const key = /_service_idempotency_key"\s+(\S+)/.exec(request.postData() ?? "")?.[1];
    if (key) keys.push(key);
    if (request.method() === "OPTIONS") preflights += 1;
  });
  return { keys, preflights: () => preflights };
}

test("a plain form submits in place, each message under its own key and without a preflight", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  const url = await openContactPage(page, website, form);
  const { keys, preflights } = watchRequests(page);
  for (const message of ["The first", "The second"]) {
    await fillAndSend(page, message);
    await expect(page.getByLabel("Message")).toHaveValue("");
    await expectSent(page);
  }
  expect(page.url()).toBe(url);
  expect(await previews(owner)).toEqual(["The first", "The second"]);
  expect(new Set(keys).size).toBe(2);
  expect(preflights()).toBe(0);
});

test("a double click sends one message once", async ({ page, owner, website }) => {
  await openContactPage(page, website, await owner.createForm("Contact"));
  const { keys } = watchRequests(page);
  await page.getByLabel("Message").fill("Once");
  await page.getByRole("button", { name: "Send" }).dblclick();
  await expectSent(page);
  expect(await previews(owner)).toEqual(["Once"]);
  expect(keys).toHaveLength(1);
});

test("everything that the browser would send arrives, and nothing else", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const fields = `<label>Message <textarea name="message" required></textarea></label>
    <input name="action" value="a"><input name="method" value="b"><input name="reset" value="c">
    <input name="off" value="d" disabled><input type="checkbox" name="unchecked">
    <select name="topics" multiple><option selected>Tea<option selected>Cake</select>${FILE_FIELD}
    <button name="plan" value="small">Small</button>
    <button name="plan" value="large" formnovalidate>Large</button>`;
  await openContactPage(page, website, form, { fields });
  await page
    .getByLabel("File")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await page.getByRole("button", { name: "Small" }).click();
  expect(await owner.listMessages(), "a required field is empty").toEqual([]);
  await page.getByRole("button", { name: "Large" }).click();
  await expectSent(page);
  const [{ id } = { id: "" }] = await owner.listMessages();
  const stored = await owner.readMessage(id);
  expect(stored.fields).toEqual({
    message: "",
    action: "a",
    method: "b",
    reset: "c",
    topics: ["Tea", "Cake"],
    plan: "large",
  });
  expect(stored.attachments).toMatchObject([{ field: "file", filename: "a.png" }]);
});

test("a form added later works, and one that isn't ours or is handled by the page is left alone", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  const [own, foreign] = [website.origin, `${SERVICE}/sign-in`];
  const after = `<form id="elsewhere" action="${own}/search"><button>Search</button></form>
    <form id="other-host" action="https://forms.elsewhere.example/f/${form.publicKey}" method="post"><input name="message"></form>
    <form id="not-a-form" action="${foreign}"><button>Sign in</button></form>
    <form id="handled" action="${address(form)}" method="post"><input name="message"></form>
    <form id="dialog" action="${address(form)}" method="dialog"><input name="message"></form>`;
  await openContactPage(page, website, form, { after });
  const prevented = await page.evaluate(() => {
    // The last to see the event: it keeps the page from going anywhere.
    const results: [string, boolean][] = [];
    document.querySelector("#handled")?.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    });
    addEventListener("submit", (event) => {
      if (!(event.target instanceof HTMLFormElement)) return;
      results.push([event.target.id, event.defaultPrevented]);
      event.preventDefault();
    });
    for (const other of document.querySelectorAll<HTMLFormElement>("form[id]"))
      other.requestSubmit();
    return results;
  });
  expect(prevented).toEqual([
    ["elsewhere", false],
    ["other-host", false],
    ["not-a-form", false],
    ["dialog", false],
  ]);
  await page.evaluate(
    (html) => {
      document.querySelector("main")?.insertAdjacentHTML("beforeend", html);
      document.querySelector("form")?.remove();
    },
    `<form action="${address(form)}">${FIELDS}</form>`,
  );
  await fillAndSend(page, "Added later");
  await expectSent(page);
  expect(await previews(owner)).toEqual(["Added later"]);
});

test("the form's redirectUrl is followed, data-redirect comes first, and neither runs code", async ({
  page,
  owner,
  website,
}) => {
  const redirectUrl = "https://owner.example/done";
  await page.route(redirectUrl, (route) => route.fulfill({ body: "Done" }));
  const form = await owner.createForm("Contact", { settings: { redirectUrl } });
  await openContactPage(page, website, form);
  await fillAndSend(page, "First");
  await page.waitForURL(redirectUrl);

  website.publish("/thanks", "<h1>Thanks</h1>");
  await openContactPage(page, website, form, { attributes: 'data-redirect="thanks"' });
  await fillAndSend(page, "Second");
  await page.waitForURL(`${website.origin}/thanks`);

  const attributes = 'data-redirect="javascript:document.title=1"';
  const url = await openContactPage(page, website, form, { attributes });
  await fillAndSend(page, "Third");
  await expectSent(page);
  expect([page.url(), await page.title()]).toEqual([url, "A website"]);
});

test("the Turnstile widget is reset after each attempt", async ({ page, owner, form, website }) => {
  await saveWidget(owner, form.id, "key-1");
  await serveWidget(page);
  const widget = '<div class="cf-turnstile" data-sitekey="key-1"></div>';
  const after = `<div class="cf-turnstile" data-sitekey="another"></div>
    <script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>`;
  await openContactPage(page, website, form, { fields: FIELDS + widget, after });
  const resets = () => page.evaluate(() => Reflect.get(window, "resetKeys"));
  await fillAndSend(page, "x".repeat(20_001));
  await expectRejected(page, /Some fields need your attention/);
  await expect.poll(resets).toEqual(["key-1"]);
  await fillAndSend(page, "Not a bot");
  await expectSent(page);
  await expect.poll(resets).toEqual(["key-1", "key-1"]);
  expect(await previews(owner)).toEqual(["Not a bot"]);
});

test("a page can change the words and take over with events", async ({ page, owner, website }) => {
  const form = await owner.createForm("Contact");
  website.publishScript(
    "/page.js",
    `document.addEventListener("form-intake:error", ({ detail }) => {
      detail.message = "Fehler: " + detail.code;
      detail.fields = detail.fields.map(({ name }) => ({ name, message: "Zu lang." }));
    });
    document.addEventListener("form-intake:success", (event) => {
      if (event.target.elements.name.value !== "mine") return;
      event.preventDefault();
      document.title = "Sent as " + event.detail.id;
    });`,
  );
  const attributes = 'data-success="Danke!" data-sending="Wird gesendet…"';
  const after = '<script src="/page.js"></script>';
  await openContactPage(page, website, form, { attributes, after });
  await fillAndSend(page, "x".repeat(20_001));
  await expectRejected(page, "Fehler: validation_failed");
  await expect(page.getByText("Zu lang.")).toBeVisible();
  await fillAndSend(page, "Hallo");
  await expect(page.getByRole("status")).toHaveText("Danke!");
  await page.getByLabel("Name").fill("mine");
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send" }).click();
  const stored = async () => (await owner.listMessages()).map(({ id }) => `Sent as ${id}`);
  await expect.poll(async () => (await stored()).includes(await page.title())).toBe(true);
  await expect(page.getByLabel("Message")).toHaveValue("Hello");
  await expect(page.getByRole("status")).toHaveText("");
});

test("the script runs under a strict content security policy", async ({ page, owner, website }) => {
  const form = await owner.createForm("Contact");
  const problems: string[] = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  const policy = `default-src 'none'; script-src ${SERVICE}; connect-src ${SERVICE};
    form-action ${SERVICE}; img-src data:; base-uri 'none'; require-trusted-types-for 'script'`;
  await openContactPage(page, website, form, { policy: policy.replaceAll("\n", "") });
  await fillAndSend(page, "Strict");
  await expectSent(page);
  expect(problems).toEqual([]);
  expect(await previews(owner)).toEqual(["Strict"]);
});
