import type { Locator, Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { addRule } from "#tests/e2e/support/editors";
import { expect, inspectToken, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import {
  listDeliveries,
  readForm,
  readRouting,
  readWebhook,
  saveWebhook,
} from "#tests/support/factories/owner-forms";
import { sendMessage } from "#tests/support/factories/service-requests";
import type { Receiver } from "#tests/support/twins/receiver";

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Presses the last button of this name: a confirmation has the same name as the button that opens it. */
const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).last().click();
/** Presses a button whose request is processed, but whose response is lost. */
async function pressAndLoseResponse(page: Page, name: string): Promise<void> {
  let isLost = false;
  await page.route("**/*", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await press(page, name);
}

/** Presses a button whose response is lost, and presses it again. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await pressAndLoseResponse(page, name);
  await expect(page.getByText("We lost the connection").first()).toBeVisible();
  await press(page, name);
}

const alert = (page: Page) => page.getByRole("main").getByRole("alert");

test.beforeEach(({ provoked }) => {
  provoked.push(/Failed to load resource: net::ERR_FAILED/);
});

type Made = { owner: Owner; form: Form; receiver: Receiver };

type Action = {
  button: string;
  open: (page: Page, made: Made) => Promise<unknown>;
  told?: string;
  /** The alert takes the focus. */
  isFocused?: boolean;
  /** What the second press leads to. */
  done: (page: Page) => Locator;
  /** What the first press changes, and the second one doesn't. */
  read: (owner: Owner, form: Form) => Promise<unknown>;
};

const NOT_TWICE = "this won’t be done twice";
const pathOf = ({ form }: Made, tab = "") => `/forms/${form.id}${tab}`;

async function listNames(owner: Owner): Promise<string[]> {
  const { data } = await (await owner.api("GET", "/forms", 200)).json();
  return data.map(({ name }: { name: string }) => name);
}

const ACTIONS: readonly Action[] = [
  {
    button: "Create form",
    open: async (page) => {
      await page.goto("/forms/new");
      await page.getByLabel("Form name", { exact: true }).fill("Careers");
    },
    told: NOT_TWICE,
    done: (page) => page.getByRole("heading", { level: 1, name: "Careers" }),
    read: listNames,
  },
  {
    button: "Duplicate form",
    open: async (page) => {
      await page.goto("/forms");
      await press(page, "More for Contact");
      await page.getByRole("menuitem", { name: "Duplicate" }).click();
    },
    told: NOT_TWICE,
    done: (page) => page.getByRole("heading", { level: 1, name: "Contact copy" }),
    read: listNames,
  },
  {
    button: "Add and send a test",
    open: async (page, made) => {
      await page.goto(pathOf(made, "/integrations"));
      await page.getByLabel("URL").fill(made.receiver.url);
    },
    isFocused: true,
    done: (page) => page.getByText(SECRET),
    read: (owner, { id }) => readWebhook(owner, id),
  },
  {
    button: "Rotate secret",
    open: async (page, made) => {
      await saveWebhook(made.owner, made.form.id, made.receiver.url);
      await page.goto(pathOf(made, "/integrations/webhook"));
      await press(page, "Rotate secret");
    },
    done: (page) => page.getByText(SECRET),
    read: async (owner, { id }) => (await readWebhook(owner, id))?.revision,
  },
  {
    button: "Rotate key",
    open: async (page, made) => {
      await page.goto(pathOf(made, "/settings"));
      await press(page, "Rotate key");
    },
    done: (page) => page.getByText("Key rotated."),
    read: async (owner, { id }) => (await readForm(owner, id)).publicKey,
  },
  {
    button: "Delete form",
    open: async (page, made) => {
      await page.goto(pathOf(made, "/settings"));
      await press(page, "Delete form");
    },
    done: (page) => page.getByText("No forms yet"),
    read: listNames,
  },
  {
    button: "Send test message",
    open: (page, made) => page.goto(pathOf(made)),
    told: "Try again: the message won’t be stored twice.",
    done: (page) => page.getByText("Received."),
    read: async (owner) => (await owner.listMessages()).length,
  },
  {
    button: "Send test event",
    open: async (page, made) => {
      await saveWebhook(made.owner, made.form.id, made.receiver.url);
      await page.goto(pathOf(made, "/integrations/webhook"));
    },
    done: (page) => page.getByText("You can send one test event per minute to a host."),
    read: async (owner, { id }) => (await listDeliveries(owner, id)).length,
  },
  {
    button: "Save rules",
    open: async (page, made) => {
      await page.goto(pathOf(made, "/notify/routing"));
      await addRule(page, "Sales", "sales");
      await page.getByRole("status").filter({ hasText: "This message" }).waitFor();
    },
    isFocused: true,
    done: (page) => page.getByText("Saved."),
    read: async (owner, { id }) => (await readRouting(owner, id)).revision,
  },
];

for (const { button, open, told, isFocused, done, read } of ACTIONS)
  test(`${button}: a retry after a lost response does it once, and shows its result @matrix`, async ({
    dashboard: page,
    owner,
    form,
    receiver,
  }) => {
    await open(page, { owner, form, receiver });
    const before = await read(owner, form);
    await pressAndLoseResponse(page, button);
    await expect(page.getByText(told ?? "We lost the connection").first()).toBeVisible();
    if (isFocused) await expect(alert(page)).toBeFocused();
    const once = await read(owner, form);
    expect(once).not.toEqual(before);
    await press(page, button);
    await expect(done(page).first()).toBeVisible();
    expect(await read(owner, form)).toEqual(once);
  });

test("going back after creating a form creates another one @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms");
  await page.getByRole("link", { name: "New form" }).click();
  for (const name of ["First", "Second"]) {
    await page.getByLabel("Form name", { exact: true }).fill(name);
    await press(page, "Create form");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "New form" })).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Second", "First"]);
});

test("an edit after a lost response is never dropped silently @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel("Form name", { exact: true }).fill("Contact");
  await pressAndLoseResponse(page, "Create form");
  await expect(alert(page)).toBeVisible();
  await page.getByLabel("Form name", { exact: true }).fill("Contact us");
  await press(page, "Create form");
  await expect(alert(page)).toContainText("was already created from this page");
  await expect(page.getByLabel("Form name", { exact: true })).toHaveValue("Contact us");
});

test("retrying token creation after a lost response creates one working token @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.confirmEmail();
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill("CRM import");
  await page.getByText("Custom scopes").click();
  await page.getByLabel("forms:read").check();
  await pressTwice(page, "Create token");
  const secret = (await page.getByText(/^fis_stg_\w{46}$/).textContent()) ?? "";
  expect((await inspectToken(owner, secret)).status).toBe(200);
  await page.goto("/tokens");
  await expect(page.getByRole("button", { name: /^Revoke/ })).toHaveCount(1);
});

test("a failed confirmation is reported even if its dialog was closed @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings`);
  await press(page, "Delete form");
  const closed = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await closed.promise;
    await route.abort();
  });
  await press(page, "Delete form");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  closed.resolve();
  await expect(page.getByText("We lost the connection")).toBeVisible();
});

test("a replay can be retried after a lost response @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  await sendMessage(owner.baseUrl, form, { name: "Ada", topic: "Sales" });
  await page.goto(`/forms/${form.id}/notify/routing`);
  await expect(page.getByRole("status").filter({ hasText: "This message" })).toBeVisible();
  await pressTwice(page, "Test against last 50 messages");
  await expect(
    page.getByText("No changes: 1 message would go to the same recipients."),
  ).toBeVisible();
});
