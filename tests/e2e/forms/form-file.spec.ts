import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { fileWith, selectFile } from "#tests/e2e/support/template-file";
import { download, expect, signIn, test } from "#tests/e2e/support/test";
import { Owner } from "#tests/support/factories/owner";
import { saveRouting } from "#tests/support/factories/owner-forms";

test("a file that isn't a form's says what is wrong with it, and another one can be selected", async ({
  dashboard: page,
}) => {
  const alert = page.getByRole("alert").filter({ hasText: /./ });
  await selectFile(page, "<html>");
  await expect(alert).toContainText("This isn’t a form that was downloaded from here.");
  await selectFile(page, { version: 2, name: "Later" });
  await expect(alert).toContainText("version is 2, and this server only reads up to 1");
  await selectFile(page, { version: 1, name: "Contact", recipients: ["nobody"] });
  await expect(alert).toContainText("recipients.0 must be an email address");
  await selectFile(page, "x".repeat(170_000));
  await expect(alert).toContainText("The file can have at most 160 KB.");
  await selectFile(page);
  await expect(page.getByRole("heading", { name: "What comes from the file" })).toBeVisible();
});

test("a form goes from one account to another as a file, and accepts messages there", async ({
  dashboard: page,
  owner,
  stranger,
  service: { baseUrl },
}) => {
  const form = await owner.createForm("Workshops & more");
  const [id = ""] = form.recipientIds;
  const rule = { field: "topic", operator: "equals" as const, value: "pottery" };
  const rules = [{ id: crypto.randomUUID(), name: "Pottery", ...rule, recipientIds: [id] }];
  await saveRouting(owner, form.id, { revision: null, enabled: true, rules });
  await page.goto(`/forms/${form.id}/form`);
  await page.getByRole("button", { name: "RSVP" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(`/forms/${form.id}/settings`);
  const file = await download(page, page.getByRole("link", { name: "Download form" }));
  expect(file.name).toBe("workshops-more.form.json");
  const text = file.bytes.toString("utf8");
  for (const secret of [form.id, form.publicKey, id]) expect(text).not.toContain(secret);

  const other = await Owner.signUp(baseUrl, "Other Studio");
  await other.confirmEmail();
  await signIn(stranger.context(), other);
  await stranger.goto("/forms/new");
  await stranger.getByRole("link", { name: "Start from a file" }).click();
  const buffer = file.bytes;
  await stranger
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: file.name, mimeType: "application/json", buffer });
  await expect(stranger.getByText("1 routing rule")).toBeVisible();
  await expect(stranger.getByText(/isn't a confirmed recipient here/)).toBeVisible();
  await expect(stranger.getByLabel("Form name")).toHaveValue("Workshops & more");
  await stranger.getByLabel("Form name").fill("Workshops");
  await stranger.getByLabel(other.email).check();
  await stranger.getByRole("button", { name: "Create form" }).click();
  await expect(stranger.getByRole("heading", { name: "“Workshops” was created" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Open routing" })).toBeVisible();
  await stranger.getByRole("link", { name: "Open the form" }).click();
  await expect(stranger.getByRole("heading", { name: "Workshops" })).toBeVisible();

  await stranger.getByRole("link", { name: "Install" }).click();
  const code = await stranger.locator("code", { hasText: "/f/" }).first().textContent();
  const [action = ""] = /https?:\/\/[^"\s]+\/f\/\w+/.exec(code ?? "") ?? [];
  expect(action).not.toContain(form.publicKey);
  await stranger.goto(action);
  await stranger.getByLabel("Name").first().fill("Ada Lovelace");
  await stranger.getByLabel(/Email/).first().fill("ada@example.com");
  await stranger.getByLabel("Yes, gladly").check();
  await stranger.getByRole("button", { name: /Send|Submit/ }).click();
  await expect(stranger.getByRole("heading", { name: /Thank/ })).toBeVisible();
  await stranger.goto("/inbox");
  await expect(stranger.getByText("Ada Lovelace").first()).toBeVisible();
});

test("a form's file selected before hydration is read @matrix", async ({ dashboard: page }) => {
  const loadScripts = await holdScripts(page);
  await page.goto("/forms/new/file", { waitUntil: "commit" });
  const file = fileWith({ version: 1, name: "Workshops", recipients: [] });
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  loadScripts();
  await expect(page.getByRole("heading", { name: "What comes from the file" })).toBeVisible();
});
