import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Form } from "#lib/forms/schema";
import { ROOT } from "#selfhost/checkout";
import { expect, test } from "#tests/e2e/support/test";
import type { Website } from "#tests/e2e/support/website";

const LIBRARIES = {
  jquery3: "jquery3/dist/jquery.js",
  jquery4: "jquery/dist/jquery.js",
  axios: "axios/dist/axios.js",
  htmx: "htmx.org/dist/htmx.js",
} as const;

/**
 * How common scripts send a form: the body of `async function send(url, form)`. It throws what the
 * client calls a failure, and returns anything when the client calls it a success.
 */
const CLIENTS: Record<string, { library?: keyof typeof LIBRARIES; send: string }> = {
  "fetch with FormData": {
    send: `const response = await fetch(url, { method: "POST", body: new FormData(form) });
      if (!response.ok) throw new Error(response.status);
      return response.json();`,
  },
  "fetch with FormData and credentials": {
    send: `const response = await fetch(url, { method: "POST", body: new FormData(form), credentials: "include" });
      if (!response.ok) throw new Error(response.status);`,
  },
  "fetch with URLSearchParams": {
    send: `const body = new URLSearchParams(new FormData(form));
      const response = await fetch(url, { method: "POST", body });
      if (!response.ok) throw new Error(response.status);`,
  },
  "fetch with a JSON string and no content type": {
    send: `const body = JSON.stringify(Object.fromEntries(new FormData(form)));
      const response = await fetch(url, { method: "POST", body });
      if (!response.ok) throw new Error(response.status);`,
  },
  "fetch that asks for HTML and follows the redirect": {
    send: `const headers = { Accept: "text/html" };
      const response = await fetch(url, { method: "POST", body: new FormData(form), headers });
      if (!response.ok) throw new Error(response.status);`,
  },
  "fetch with tracing and CSRF headers": {
    send: `const headers = { traceparent: "00-1-1-01", baggage: "a=b", "X-CSRF-Token": "1", "Cache-Control": "no-cache" };
      const response = await fetch(url, { method: "POST", body: new FormData(form), headers });
      if (!response.ok) throw new Error(response.status);`,
  },
  XMLHttpRequest: {
    send: `const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      await new Promise((resolve, reject) => {
        xhr.onload = () => (xhr.status < 400 ? resolve() : reject(new Error(xhr.status)));
        xhr.onerror = () => reject(new Error("network"));
        xhr.send(new FormData(form));
      });`,
  },
  "jQuery 3 $.post": { library: "jquery3", send: "await $.post(url, $(form).serialize());" },
  "jQuery 4 $.post": { library: "jquery4", send: "await $.post(url, $(form).serialize());" },
  "axios with FormData": { library: "axios", send: "await axios.post(url, new FormData(form));" },
  "axios with JSON and credentials": {
    library: "axios",
    send: `const data = Object.fromEntries(new FormData(form));
      await axios.post(url, data, { withCredentials: true });`,
  },
};

const FIELDS = `<label>Name <input name="name"></label>
  <label>Message <textarea name="message"></textarea></label><button>Send</button>`;

function library(name: keyof typeof LIBRARIES): Promise<string> {
  return readFile(join(ROOT, "node_modules", LIBRARIES[name]), "utf8");
}

async function openClient(page: Page, website: Website, form: Form, name: string): Promise<void> {
  const client = CLIENTS[name];
  if (client?.library) website.publishScript("/library.js", await library(client.library));
  website.publishScript(
    "/send.js",
    `async function send(url, form) { ${client?.send} }
    document.querySelector("form").addEventListener("submit", async (event) => {
      event.preventDefault();
      const result = document.querySelector("#result");
      result.textContent = await send(event.target.action, event.target).then(
        () => "sent",
        (error) => "failed: " + (error.message || error.status),
      );
    });`,
  );
  await page.goto(
    website.publish(
      "/contact",
      `<form action="${address(form)}" method="post">${FIELDS}</form><p id="result"></p>
      ${client?.library ? '<script src="/library.js"></script>' : ""}<script src="/send.js"></script>`,
    ),
  );
}

const address = ({ publicKey }: Form) => `http://localhost:${process.env.E2E_PORT}/f/${publicKey}`;

async function fillAndSend(page: Page, message: string): Promise<void> {
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Send" }).click();
}

for (const name of Object.keys(CLIENTS))
  test(`${name} on another origin sees a stored message as sent and a rejected one as failed`, async ({
    page,
    owner,
    website,
  }) => {
    const form = await owner.createForm("Contact");
    await openClient(page, website, form, name);
    await fillAndSend(page, `Hello from ${name}`);
    await expect(page.locator("#result")).toHaveText("sent");
    const [stored, ...others] = await owner.listMessages();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ name: "Grace Hopper", preview: `Hello from ${name}` });

    await fillAndSend(page, "x".repeat(20_001));
    await expect(page.locator("#result")).toHaveText(/^failed: (.*\b)?422\b/);
    expect(await owner.listMessages()).toHaveLength(1);
  });

test("htmx shows the confirmation in the page, and goes to the owner's page where one is set", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  website.publishScript("/htmx.js", await library("htmx"));
  const body = `<meta name="htmx-config" content='{"selfRequestsOnly":false}'>
    <script src="/htmx.js"></script>
    <form hx-post="${address(form)}" hx-target="#result">${FIELDS}</form><div id="result"></div>`;
  await page.goto(website.publish("/contact", body));
  await fillAndSend(page, "Hello from htmx");
  await expect(page.getByRole("status")).toHaveText("Thank you. Your message was received.");
  expect(await owner.listMessages()).toMatchObject([{ preview: "Hello from htmx" }]);

  const redirectUrl = "https://owner.example/done";
  await page.route(redirectUrl, (route) => route.fulfill({ body: "Done" }));
  await owner.updateForm(form.id, { settings: { redirectUrl } });
  await page.reload();
  await fillAndSend(page, "Hello again");
  await page.waitForURL(redirectUrl);
  expect(await owner.listMessages()).toHaveLength(2);
});

test("sendBeacon stores a message from a page that is being left", async ({
  page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(website.publish("/contact", "<h1>Contact</h1>"));
  const isQueued = await page.evaluate((url) => {
    const text = JSON.stringify({ message: "Text beacon" });
    const blob = new Blob([JSON.stringify({ message: "JSON beacon" })], {
      type: "application/json",
    });
    return navigator.sendBeacon(url, text) && navigator.sendBeacon(url, blob);
  }, address(form));
  expect(isQueued).toBe(true);
  await page.goto("about:blank");
  await expect(async () => {
    const previews = (await owner.listMessages()).map(({ preview }) => preview);
    expect(previews.sort()).toEqual(["JSON beacon", "Text beacon"]);
  }).toPass();
});
