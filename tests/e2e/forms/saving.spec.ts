import type { Page } from "playwright/test";
import { newId } from "#lib/core/ids";
import type { Form } from "#lib/domain/forms/schema";
import { addField, addRule } from "#tests/e2e/support/editors";
import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import {
  addDestination,
  readForm,
  readRouting,
  saveWidget,
} from "#tests/support/factories/owner-forms";

const back = (page: Page) =>
  page.getByRole("status").filter({ hasText: "We restored your unsaved changes." });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Form" }).getByRole("link", { name, exact: true });

test("unsaved settings are restored over newer ones until they're saved @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByLabel("Thank-you page").fill("https://typed.example");
  await page.getByLabel("Accept files").check();
  await tab(page, "Messages").click();
  await expect(page.getByText("Form URL", { exact: true })).toBeVisible();
  await owner.updateForm(form.id, { name: "Renamed elsewhere" });
  await tab(page, "Settings").click();
  await expect(back(page)).toBeVisible();
  await expect(page.getByLabel("Thank-you page")).toHaveValue("https://typed.example");
  await expect(page.getByLabel("Accept files")).toBeChecked();
  await expect(page.getByLabel("Form name")).toHaveValue("Renamed elsewhere");
  await page.reload();
  await expect(page.getByLabel("Thank-you page")).toHaveValue("https://typed.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(back(page)).toHaveCount(0);
  expect(await readForm(owner, form.id)).toMatchObject({
    name: "Renamed elsewhere",
    settings: { redirectUrl: "https://typed.example", uploads: { enabled: true } },
  });
  await page.reload();
  await expect(page.getByLabel("Thank-you page")).toHaveValue("https://typed.example");
  await expect(back(page)).toHaveCount(0);
});

test("a form that no one has typed into shows what is saved elsewhere @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const settings = { allowedOrigins: ["https://one.example"] };
  const form = await owner.createForm("Contact", { settings });
  // The page refreshes while it waits for the widget's first challenge.
  await saveWidget(owner, form.id, "0x4AAAAsite");
  await page.goto(`/forms/${form.id}/settings/spam`);
  const origins = page.getByLabel("Allowed origins");
  await expect(origins).toHaveValue("https://one.example");
  await owner.updateForm(form.id, { settings: { allowedOrigins: ["https://two.example"] } });
  await expect(origins).toHaveValue("https://two.example");
});

test("text typed while saving stays, and the next save stores it @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  const maySave = Promise.withResolvers<void>();
  await page.route("**/settings", async (route) => {
    if (route.request().method() === "POST") await maySave.promise;
    await route.continue();
  });
  await page.goto(`/forms/${form.id}/settings`);
  const name = page.getByLabel("Form name");
  const save = page.getByRole("button", { name: "Save changes" });
  await name.fill("First");
  await save.click();
  await name.fill("Second");
  maySave.resolve();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(name).toHaveValue("Second");
  await expect(page.getByRole("heading", { level: 1, name: "First" })).toBeVisible();
  await save.click();
  await expect(page.getByRole("heading", { level: 1, name: "Second" })).toBeVisible();
  expect(await readForm(owner, form.id)).toMatchObject({ name: "Second" });
  await expect(name).toHaveValue("Second");
});

test("a save elsewhere isn't overwritten unasked, even after a save here and a rejected one @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings`);
  const name = page.getByLabel("Form name");
  const save = page.getByRole("button", { name: "Save changes" });
  await name.fill("First");
  await save.click();
  await expect(page.getByRole("heading", { level: 1, name: "First" })).toBeVisible();
  await name.fill("");
  await save.click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await owner.updateForm(form.id, { name: "Elsewhere" });
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Pause form" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Elsewhere" })).toBeVisible();
  await name.fill("Second");
  await save.click();
  await expect(page.getByText("Someone else saved changes while you were editing.")).toBeVisible();
  expect(await readForm(owner, form.id)).toMatchObject({ name: "Elsewhere" });
});

test("a restored draft can be discarded @matrix", async ({ dashboard: page, form }) => {
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  const subject = page.getByLabel("Subject", { exact: true });
  await subject.fill("Never saved");
  await page.reload();
  await expect(back(page)).toBeVisible();
  await expect(page.getByText("Never saved", { exact: true }), "in the preview").toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(subject).toHaveValue("Thank you for your message");
  await expect(back(page)).toHaveCount(0);
  await page.reload();
  await expect(subject).toHaveValue("Thank you for your message");
  await expect(back(page)).toHaveCount(0);
});

test("a text pasted into the page's editor is kept, although its preview changes with it @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/form`);
  // Drawn by a script, so the page is ready.
  await expect(page.frameLocator("iframe").first().locator("form")).toBeVisible();
  await page.getByLabel("Title", { exact: true }).focus();
  await page.keyboard.insertText("Write to us");
  await page.reload();
  await expect(back(page)).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Write to us");
});

test("a new form's draft survives adding a recipient, and is gone once the form is created @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await page.goto("/forms/new");
  await page.getByLabel("Form name", { exact: true }).fill("Job applications");
  await page.getByRole("link", { name: "Add a recipient" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Recipients", exact: true }),
  ).toBeVisible();
  await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await expect(page.getByLabel("Form name", { exact: true })).toHaveValue("Job applications");
  await page.getByRole("button", { name: "Create form" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Job applications" })).toBeVisible();
  await page.goto("/forms/new");
  await expect(page.getByLabel("Form name", { exact: true })).toHaveValue("");
});

test("a form draft never contains the secret key @matrix", async ({ dashboard: page, form }) => {
  await page.goto(`/forms/${form.id}/settings/spam`);
  await page.getByLabel("Site key").fill("0x4AAAAsite");
  await page.getByLabel("Secret key").fill("0x4AAAAsecret");
  await page.reload();
  await expect(page.getByLabel("Site key")).toHaveValue("0x4AAAAsite");
  await expect(page.getByLabel("Secret key")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("0x4AAAAsecret");
});

test("text typed before hydration is restored after a reload @matrix", async ({
  dashboard: page,
  form,
}) => {
  const loadScripts = await holdScripts(page);
  await page.goto(`/forms/${form.id}/settings/spam`, { waitUntil: "commit" });
  await page.getByLabel("Site key").fill("0x4AAAAsite");
  loadScripts();
  const draft = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(draft).toContain("0x4AAAAsite");
  await page.getByLabel("Hostnames").fill("example.com");
  await page.reload();
  await expect(page.getByLabel("Site key")).toHaveValue("0x4AAAAsite");
  await expect(page.getByLabel("Hostnames")).toHaveValue("example.com");
});

test("unsaved rules are restored and don't overwrite a newer save @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/notify/routing`);
  await addRule(page, "Kept", "sales");
  await tab(page, "Messages").click();
  await expect(page.getByText("Form URL", { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`/forms/${form.id}/notify/routing`);
  await addRule(other, "By the other tab", "sales");
  await other.getByRole("button", { name: "Save rules" }).click();
  await expect(other.getByText("Saved.")).toBeVisible();
  await tab(page, "Notify").click();
  await page.getByRole("link", { name: "Routing" }).click();
  await expect(page.getByLabel("Rule 1 name")).toHaveValue("Kept");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Someone else saved" })).toBeFocused();
  await page.getByRole("button", { name: "Discard my changes" }).click();
  const saved = page.getByRole("button", { name: "Edit rule 1 “By the other tab”" });
  await expect(saved).toBeVisible();
  await page.reload();
  await expect(saved).toBeVisible();
});

test("restored drafts leave out a recipient that was removed since @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const recipientIds = [(await owner.ownRecipient()).id];
  const form = await owner.createForm("Contact", { recipientIds });
  const gone = await owner.addVerifiedRecipient("gone@example.com");
  const left = page.getByText("gone@example.com");
  await page.goto(`/forms/${form.id}/notify/routing`);
  await addRule(page, "Sales", "sales");
  await page.getByLabel("gone@example.com").check();
  await page.goto(`/forms/${form.id}/notify`);
  await page.getByLabel("gone@example.com").check();
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  await page.getByLabel("Reply-to address").selectOption(gone.id);
  await page.goto("/recipients");
  await page.getByRole("button", { name: "Remove gone@example.com" }).click();
  await page.getByRole("button", { name: "Remove recipient" }).click();
  await expect(page.getByText("Recipient removed.")).toBeVisible();

  await page.goto(`/forms/${form.id}/notify/routing`);
  await expect(page.getByLabel("Rule 1 name")).toHaveValue("Sales");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const { rules } = await readRouting(owner, form.id);
  expect(rules).toMatchObject([{ recipientIds }]);
  await page.goto(`/forms/${form.id}/notify`);
  await expect(back(page)).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await readForm(owner, form.id)).recipientIds).toEqual(recipientIds);
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  await expect(back(page)).toBeVisible();
  await expect(left).toHaveCount(0);
  await expect(page.getByLabel("Reply-to address")).toHaveValue(recipientIds[0] ?? "");
});

const HOOK = "https://hooks.example.com/form";

const saveButton = (page: Page) => page.getByRole("button", { name: "Save changes" });
const discardButton = (page: Page) => page.getByRole("button", { name: "Discard changes" });

test("every setting is saved by a bar that appears with a change and can discard it @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const { id } = await addDestination(owner, form.id, { kind: "webhook", url: HOOK, name: "CRM" });
  const places = [
    { path: "/settings", label: "Name" },
    { path: "/settings/security", label: "Your name" },
    { path: `/forms/${form.id}/settings`, label: "Form name" },
    { path: `/forms/${form.id}/integrations/${id}`, label: "Name" },
  ];
  for (const { path, label } of places) {
    await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    const saved = await field.inputValue();
    await expect(saveButton(page), path).toHaveCount(0);
    await field.fill("Something else");
    await expect(saveButton(page), path).toBeInViewport();
    await discardButton(page).click();
    await expect(field, path).toHaveValue(saved);
    await expect(saveButton(page), path).toHaveCount(0);
    await field.fill("Something new");
    await saveButton(page).click();
    await expect(saveButton(page), path).toHaveCount(0);
    await expect(field, path).toHaveValue("Something new");
    await page.reload();
    await expect(field, path).toHaveValue("Something new");
  }
});

test("conditions of a destination can be discarded, rows that buttons add and remove included @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const rules = [{ field: "topic", operator: "equals", value: "sales" }];
  const conditions = { match: "all", rules };
  const { id } = await addDestination(owner, form.id, {
    kind: "webhook",
    url: HOOK,
    name: "CRM",
    conditions,
  });
  await page.goto(`/forms/${form.id}/integrations/${id}`);
  const values = page.getByLabel("Value");
  await expect(values).toHaveCount(1);
  await page.getByRole("button", { name: "Add condition" }).click();
  await expect(values).toHaveCount(2);
  await values.first().fill("support");
  await page.getByLabel("What it gets").selectOption("Messages that match any");
  await discardButton(page).click();
  await expect(values).toHaveCount(1);
  await expect(values).toHaveValue("sales");
  await expect(page.getByLabel("What it gets")).toHaveValue("all");
  await expect(saveButton(page)).toHaveCount(0);
});

const conflict = (page: Page) => page.getByRole("alert").filter({ hasText: "Someone else saved" });

async function saveSettings(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Save changes" }).click();
}

async function settingsOf(owner: Owner, formId: string) {
  return (await readForm(owner, formId)).settings;
}

const [MINE, THEIRS] = ["https://mine.example", "https://theirs.example"];

test("settings: a conflicting save is reported at its field, keeps the draft, and can overwrite @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings`);
  await owner.updateForm(form.id, { settings: { redirectUrl: THEIRS } });
  await saveSettings(page, { "Thank-you page": MINE, "Form name": "Renamed" });
  await expect(conflict(page)).toBeFocused();
  const field = page.getByLabel("Thank-you page");
  await expect(field).toHaveValue(MINE);
  await expect(field).toHaveAccessibleDescription(/Has changed in the meantime\./);
  expect((await settingsOf(owner, form.id)).redirectUrl).toBe(THEIRS);
  await page.getByRole("button", { name: "Overwrite with my changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(conflict(page)).toHaveCount(0);
  expect(await readForm(owner, form.id)).toMatchObject({
    name: "Renamed",
    settings: { redirectUrl: MINE },
  });
});

type Conflict = {
  tab: string;
  /** The last part of its path in the API. */
  resource: string;
  edit: (page: Page) => Promise<void>;
  button: string;
  theirs: (form: Form) => object;
  /** What is saved after an edit with this text. */
  saved: (text: string) => Record<string, unknown>;
};

const CONFLICTS: readonly Conflict[] = [
  {
    tab: "form",
    resource: "page",
    edit: (page) => page.getByLabel("Title", { exact: true }).fill("mine"),
    button: "Save changes",
    theirs: () => ({ title: "theirs" }),
    saved: (title) => ({ title }),
  },
  {
    tab: "form",
    resource: "fields",
    edit: (page) => addField(page, "Short text", "Mine"),
    button: "Save changes",
    theirs: () => ({ fields: [{ name: "theirs", type: "text", label: "Theirs" }] }),
    saved: (name) => ({ fields: [{ name }] }),
  },
  {
    tab: "notify/auto-reply",
    resource: "autoresponder",
    edit: (page) => page.getByLabel("Subject", { exact: true }).fill("mine"),
    button: "Save auto-reply",
    theirs: ({ recipientIds: [replyRecipientId] }) => {
      return { enabled: false, subject: "theirs", message: "Soon.", replyRecipientId };
    },
    saved: (subject) => ({ subject }),
  },
  {
    tab: "notify/routing",
    resource: "routing",
    edit: (page) => addRule(page, "mine", "sales"),
    button: "Save rules",
    theirs: ({ recipientIds }) => {
      const rule = { id: newId(), field: "topic", operator: "present", value: null, recipientIds };
      return { enabled: true, rules: [{ ...rule, name: "theirs" }] };
    },
    saved: (name) => ({ rules: [{ name }] }),
  },
  {
    tab: "integrations/webhook",
    resource: "webhook",
    edit: async (page) => {
      await page.getByText("Edit endpoint", { exact: true }).click();
      await page.getByLabel("Endpoint URL").fill("https://hooks.example.com/mine");
    },
    button: "Save changes",
    theirs: () => ({ url: "https://hooks.example.com/theirs", enabled: true }),
    saved: (path) => ({ url: `https://hooks.example.com/${path}` }),
  },
];

for (const { tab, resource, edit, button, theirs, saved } of CONFLICTS)
  test(`${resource}: a conflicting save is reported, keeps the draft, and can overwrite @matrix`, async ({
    dashboard: page,
    owner,
    connected: form,
  }) => {
    const path = `/forms/${form.id}/${resource}`;
    const read = async () => (await (await owner.api("GET", path, 200)).json()).data;
    await page.goto(`/forms/${form.id}/${tab}`);
    await edit(page);
    const { revision } = (await read()) ?? { revision: null };
    await owner.api("POST", path, 200, { ...theirs(form), revision });
    await page.getByRole("button", { name: button }).click();
    await expect(conflict(page)).toBeFocused();
    expect(await read()).toMatchObject(saved("theirs"));

    await page.getByRole("button", { name: "Overwrite with my changes" }).click();
    await expect(page.getByText(/^Saved\./)).toBeVisible();
    expect(await read()).toMatchObject(saved("mine"));
  });

test("widget: a conflicting save is reported, and the stored keys stay @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings/spam`);
  await page.getByLabel("Site key").fill("0x4AAAAmine");
  await page.getByLabel("Secret key").fill("0x4AAAAsecret");
  await page.getByLabel("Hostnames").fill("www.example.com");
  await saveWidget(owner, form.id, "0x4AAAAother");
  await page.getByRole("button", { name: "Connect widget" }).click();
  await expect(conflict(page)).toBeVisible();
  await expect(page.getByLabel("Site key")).toHaveValue("0x4AAAAmine");
  await expect(page.getByLabel("Secret key")).toHaveValue("0x4AAAAsecret");
  expect((await readForm(owner, form.id)).turnstile?.siteKey).toBe("0x4AAAAother");
});
