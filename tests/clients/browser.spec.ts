import type { Page } from "playwright/test";
import { COMPONENTS, FORMS, type FormClient, HTMX } from "#tests/clients/forms";
import { SCRIPTS, type ScriptClient } from "#tests/clients/scripts";
import { publish } from "#tests/clients/support/publish";
import { SVELTEKIT, startSvelteKit } from "#tests/clients/support/sveltekit";
import {
  addressOf,
  fillAndSend,
  prove,
  readResult,
  TYPED,
  test,
} from "#tests/clients/support/test";
import { expect } from "#tests/e2e/support/test";

const FIELDS = `<label>Name <input name="name"></label>
  <label>Message <textarea name="message"></textarea></label>`;
const BUTTON = "<button>Send</button>";
/** The element in which a component renders its form. */
const APP = '<div id="app"></div>';

/** Calls the exported `send` of a script when its form is submitted. */
const SUBMIT = `import { send } from "./client.jsx";
  document.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    await send(address, event.target).then(() => report("sent"), (error) => report(error.message));
  });`;

/** Clients with a script, each with the page and the modules that it needs. */
const SCRIPTED: readonly (Pick<ScriptClient, "name" | "rejection"> & {
  body: string;
  modules: Record<string, string>;
})[] = [
  ...SCRIPTS.map(({ module, ...client }) => ({
    ...client,
    body: `<form>${FIELDS}${BUTTON}</form>`,
    modules: { "main.jsx": SUBMIT, "client.jsx": module },
  })),
  ...COMPONENTS.map(({ name, module }) => ({ name, body: APP, modules: { "main.jsx": module } })),
];

for (const { name, rejection, body, modules } of SCRIPTED)
  test(`${name}: stored once, seen as sent, and a rejection is ${rejection ?? "seen"}`, async ({
    page,
    owner,
    form,
    website,
  }) => {
    const url = await publish(website, { body, address: addressOf(owner, form), modules });
    await prove({ owner, form, rejection }, async (fields) => {
      await page.goto(url);
      // A beacon reports nothing, so its response is awaited here.
      const responded = page.waitForResponse((one) => one.request().method() === "POST");
      await fillAndSend(page, fields);
      await responded;
      return readResult(page);
    });
  });

test(`${SVELTEKIT}: stored once, seen as sent, and a rejection is seen`, async ({
  page,
  owner,
  form,
}) => {
  const app = await startSvelteKit();
  try {
    const url = `${app.url}/?to=${encodeURIComponent(addressOf(owner, form))}`;
    await prove({ owner, form }, async (fields) => {
      await page.goto(url);
      await fillAndSend(page, fields);
      return readResult(page);
    });
  } finally {
    await app.close();
  }
});

/** The text the visitor sees after the browser went to the response. */
async function readPage(page: Page): Promise<string> {
  await page.waitForURL("**/f/**");
  const status = await page.evaluate(
    () =>
      performance
        .getEntriesByType("navigation")
        .map((entry) => Reflect.get(entry, "responseStatus"))[0],
  );
  const heading = page.getByRole("heading", { level: 1 });
  if (status < 400) await expect(heading).toHaveText(/Thank you/);
  return status < 400 ? "sent" : `${status} ${await heading.textContent()}`;
}

function formPage({ attributes = "", fields = "" }: FormClient, address: string): string {
  return `<form action="${address}" method="post" ${attributes}>${FIELDS}${fields}${BUTTON}</form>`;
}

for (const client of FORMS)
  test(`${client.name}: stored once, and the visitor sees the thank-you or error page`, async ({
    page,
    owner,
    form,
    website,
  }) => {
    const address = addressOf(owner, form);
    const modules = { "main.jsx": client.module ?? "" };
    const url = await publish(website, { body: formPage(client, address), address, modules });
    const isBlank = client.attributes?.includes("_blank");
    await prove({ owner, form }, async (fields) => {
      await page.goto(url);
      const opened = isBlank ? page.waitForEvent("popup") : page;
      await fillAndSend(page, fields);
      return readPage(await opened);
    });
  });

test("htmx 2 goes to the owner's page where one is set", async ({ page, owner, form, website }) => {
  const redirectUrl = "https://owner.example/done";
  await page.route(redirectUrl, (route) => route.fulfill({ body: "Done" }));
  await owner.updateForm(form.id, { settings: { redirectUrl } });
  const modules = { "main.jsx": HTMX };
  const address = addressOf(owner, form);
  await page.goto(await publish(website, { body: APP, address, modules }));
  await fillAndSend(page, TYPED);
  await page.waitForURL(redirectUrl);
  expect(await owner.listMessages({ formId: form.id })).toHaveLength(1);
});

test("sendBeacon stores a message from a page that is being left", async ({
  page,
  owner,
  form,
  website,
}) => {
  const address = addressOf(owner, form);
  const body = `<script>addEventListener("pagehide", () =>
    navigator.sendBeacon("${address}", JSON.stringify({ message: "Goodbye" })));</script>`;
  await page.goto(website.publish("/leave", body));
  await page.goto("about:blank");
  const previews = async () =>
    (await owner.listMessages({ formId: form.id })).map(({ preview }) => preview);
  await expect.poll(previews).toEqual(["Goodbye"]);
});
