import type { Page } from "playwright/test";
import { newId } from "#lib/core/ids";
import type { Form } from "#lib/domain/forms/schema";
import { addField, addRule } from "#tests/e2e/support/editors";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { readForm, saveWidget } from "#tests/support/factories/owner-forms";

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
