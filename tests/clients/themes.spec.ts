import type { Page, Request } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { publish } from "#tests/clients/support/publish";
import { addressOf, storedFields, test } from "#tests/clients/support/test";
import { THEMES } from "#tests/clients/themes";
import { expect, signIn } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";

const VALUES = { name: "Zoë Müller", email: "zoe@example.com", message: "Grüße – 50 €" };
const FIELDS = [
  { name: "name", type: "text", label: "Name" },
  { name: "email", type: "email", label: "Email", required: true },
  { name: "message", type: "long_text", label: "Message" },
];

/** A theme's contact form, which leaves it to the service to check the address. */
const page = (address: string) => `<form id="contact" action="${address}" method="post" novalidate>
  <label>Name <input name="name"></label>
  <label>Email <input name="email" type="email"></label>
  <label>Message <textarea name="message"></textarea></label>
  <button>Send</button>
</form>`;

const HELPERS = `globalThis.thanks = (text) => report(text);
  globalThis.sorry = (text) => report(text);`;

/** Sets how a form answers scripts, which only the dashboard can. */
async function answerWithText(dashboard: Page, owner: Owner, { id }: Form): Promise<void> {
  await signIn(dashboard.context(), owner);
  await dashboard.goto(`/forms/${id}/settings`);
  await dashboard.getByLabel("Answer for scripts").selectOption("The text OK");
  await dashboard.getByRole("button", { name: "Save changes" }).click();
  await expect(dashboard.getByText("Saved.")).toBeVisible();
}

async function fillIn(page: Page, values: typeof VALUES): Promise<void> {
  await page.getByLabel("Name").fill(values.name);
  await page.getByLabel("Email").fill(values.email);
  await page.getByLabel("Message").fill(values.message);
}

/** Counts the requests of the theme's script that have a response, or were canceled by going to the next page. */
function countSent(page: Page): () => number {
  const ended = new Set<Request>();
  const add = (request: Request) => {
    if (request.method() === "POST") ended.add(request);
  };
  page.on("response", (response) => add(response.request())).on("requestfailed", add);
  return () => ended.size;
}

for (const { name, module, sees, scriptAnswer } of THEMES)
  test(`${name}: the visitor sees the theme's own success and error, and an impatient one sends one message`, async ({
    page: visitor,
    stranger,
    owner,
    form,
    website,
  }) => {
    const list = { revision: null, fields: FIELDS };
    await owner.api("POST", `/forms/${form.id}/fields`, 200, list);
    if (scriptAnswer) await answerWithText(stranger, owner, form);
    const address = addressOf(owner, form);
    const modules = {
      "main.jsx": `import "./helpers.js"; import "./theme.js";`,
      "helpers.js": HELPERS,
      "theme.js": module,
    };
    const url = await publish(website, { body: page(address), address, modules });

    await visitor.goto(url);
    await fillIn(visitor, { ...VALUES, email: "zoe at example.com" });
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.locator("body")).toContainText(sees.rejection);
    expect(await storedFields(owner, form)).toEqual([]);

    await visitor.goto(url);
    await fillIn(visitor, VALUES);
    const sent = countSent(visitor);
    await visitor.getByRole("button", { name: "Send" }).dblclick();
    await expect(visitor.locator("body")).toContainText(sees.success);
    await expect.poll(sent).toBe(2);
    expect(await storedFields(owner, form)).toEqual([VALUES]);
    await expect(visitor.locator("body")).toContainText(sees.success);
  });
