import type { Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { readForm, readRouting, saveWidget } from "#tests/support/factories/owner-forms";

const conflict = (page: Page) => page.getByRole("alert").filter({ hasText: "Someone else saved" });

/** Two tabs of one browser on the same page. */
async function openTwice(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await page.goto(path);
  await other.goto(path);
  return other;
}

async function saveSettings(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Save changes" }).click();
}

async function settingsOf(owner: Owner, formId: string) {
  return (await readForm(owner, formId)).settings;
}

test("settings: two tabs that change different fields don't conflict", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const other = await openTwice(page, `/forms/${form.id}/settings`);
  await saveSettings(other, { "Email subject": "By the other tab" });
  await expect(other.getByText("Saved.")).toBeVisible();
  await saveSettings(page, { "Keep messages for (days)": "30" });
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Email subject")).toHaveValue("By the other tab");
  expect(await settingsOf(owner, form.id)).toMatchObject({
    subject: "By the other tab",
    messageRetentionDays: 30,
  });
});

test("settings: changing the same field in two tabs is a conflict, and can overwrite", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const other = await openTwice(page, `/forms/${form.id}/settings`);
  await saveSettings(other, { "Email subject": "By the other tab" });
  await expect(other.getByText("Saved.")).toBeVisible();
  await saveSettings(page, { "Email subject": "Mine", "Form name": "Renamed" });
  await expect(conflict(page)).toBeFocused();
  const field = page.getByLabel("Email subject");
  await expect(field).toHaveValue("Mine");
  await expect(field).toHaveAccessibleDescription(/Has changed in the meantime\.$/);
  expect((await settingsOf(owner, form.id)).subject).toBe("By the other tab");
  await page.getByRole("button", { name: "Overwrite with my changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(conflict(page)).toHaveCount(0);
  expect(await readForm(owner, form.id)).toMatchObject({
    name: "Renamed",
    settings: { subject: "Mine" },
  });
});

test("auto-reply: a conflicting save is reported, and the draft can be discarded", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const other = await openTwice(page, `/forms/${form.id}/auto-reply`);
  for (const [tab, subject] of [
    [other, "By the other tab"],
    [page, "Mine"],
  ] as const) {
    await tab.getByLabel("Subject", { exact: true }).fill(subject);
    await tab.getByRole("button", { name: "Save auto-reply" }).click();
    if (tab === other) await expect(tab.getByText(/^Saved\./)).toBeVisible();
  }
  await expect(conflict(page)).toBeVisible();
  await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("Mine");
  await page.getByRole("button", { name: "Discard my changes" }).click();
  await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("By the other tab");
});

test("routing: a conflicting save is reported, keeps the draft, and can overwrite", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const other = await openTwice(page, `/forms/${form.id}/routing`);
  for (const [tab, name] of [
    [other, "By the other tab"],
    [page, "Mine"],
  ] as const) {
    await tab.getByRole("button", { name: "Add rule" }).click();
    await tab.getByLabel("Rule 1 name").fill(name);
    await tab.getByLabel("If the field").fill("topic");
    await tab.getByLabel("Value", { exact: true }).fill("sales");
    await tab.getByRole("group", { name: "Notify" }).getByRole("checkbox").check();
    await tab.getByRole("button", { name: "Save rules" }).click();
    if (tab === other) await expect(tab.getByText("Saved.")).toBeVisible();
  }
  await expect(conflict(page)).toBeFocused();
  await expect(page.getByLabel("Rule 1 name")).toHaveValue("Mine");
  expect((await readRouting(owner, form.id)).rules[0]?.name).toBe("By the other tab");
  await page.getByRole("button", { name: "Overwrite with my changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await readRouting(owner, form.id)).rules.map(({ name }) => name)).toEqual(["Mine"]);
});

test("widget: a conflicting save is reported, and the stored keys stay", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/spam-protection`);
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
