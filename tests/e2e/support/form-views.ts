import type { Page } from "playwright/test";
import { LOGO_VIEWS } from "#tests/e2e/support/logo-views";
import { GOOGLE_SCRIPT } from "#tests/e2e/support/public-forms";
import { selectFile } from "#tests/e2e/support/template-file";
import { at, openDialog, type View } from "#tests/e2e/support/view";
import type { World } from "#tests/e2e/support/world";
import { readRouting, saveRouting } from "#tests/support/factories/owner-forms";

const pathOf = ({ form }: World, tab = "") => `/forms/${form.id}${tab}`;

/** A tab of the form's page. */
const ofForm = (name: string, tab: string): View => at(name, (world) => pathOf(world, tab));

const ofPaused = (name: string, tab: string): View =>
  at(name, ({ pausedForm }) => `/forms/${pausedForm.id}${tab}`);

/** A tab with an input that was rejected. */
const rejected = (
  name: string,
  tab: string,
  [label, text, button]: [string, string, string],
): View => ({
  name,
  open: async (page, world) => {
    await page.goto(pathOf(world, tab));
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: button }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
});

async function openRowMenu(page: Page): Promise<void> {
  await page.goto("/forms");
  await page
    .getByRole("button", { name: /^More for / })
    .first()
    .click();
  await page.getByRole("menu").waitFor();
}

async function askToDuplicate(page: Page): Promise<void> {
  await openRowMenu(page);
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await page.getByRole("alertdialog").waitFor();
}

async function pickSnippetOptions(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/install"));
  await page.getByLabel("Prevent double submits").check();
  await page.getByLabel("Honeypot", { exact: true }).check();
}

/** Starts a list of fields that isn't saved. */
async function startFields(page: Page, world: World, template: string): Promise<void> {
  await page.goto(pathOf(world, "/form"));
  await page.getByRole("button", { name: template }).click();
  await page.getByRole("button", { name: "Save changes" }).waitFor();
  await page.getByTitle("Preview of the form").waitFor();
}

async function editField(page: Page, world: World): Promise<void> {
  await startFields(page, world, "Quote");
  await page.getByRole("button", { name: /^Edit field 6 “Budget”/ }).click();
  await page.getByLabel("Options").waitFor();
}

async function openFieldMenu(page: Page, world: World): Promise<void> {
  await startFields(page, world, "Newsletter");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("menu").waitFor();
}

async function rejectFields(page: Page, world: World): Promise<void> {
  await startFields(page, world, "RSVP");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("menuitem", { name: "Number" }).click();
  await page.getByLabel("Smallest number").fill("many");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function moveForm(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/form"));
  await page.getByRole("button", { name: "From HTML" }).click();
  const next = '<input type="hidden" name="_next" value="/thanks/"></form>';
  const html = GOOGLE_SCRIPT.replace("</form>", next);
  await page.getByRole("textbox", { name: "HTML" }).fill(html);
  await page.getByRole("button", { name: "Read fields" }).click();
  await page.getByRole("heading", { name: "Changed code" }).waitFor();
}

async function readForeignHtml(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/form"));
  await page.getByRole("button", { name: "From HTML" }).click();
  await page.getByRole("textbox", { name: "HTML" }).fill("<form></form>");
  await page.getByRole("button", { name: "Read fields" }).click();
  await page.getByText("This has no fields").waitFor();
}

async function comeBackToSettings(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/settings"));
  await page.getByLabel("Form name").fill("Typed, and not saved");
  await page.reload();
  await page.getByText("We restored your unsaved changes.").waitFor();
}

async function blockSenders(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/settings/spam"));
  for (const entry of ["@spam.example", "a.very.long.address.of.someone@mail.casino.example"]) {
    await page.getByLabel("Address or domain").fill(entry);
    await page.getByRole("button", { name: "Block", exact: true }).click();
    await page.getByRole("button", { name: `Unblock ${entry}` }).waitFor();
  }
  await page.getByLabel("Words and phrases").fill("casino\n\nx");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Line 3 must have").waitFor();
}

async function rejectRule(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/notify/routing"));
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("button", { name: "Save rules" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function addFirstRule(page: Page, { pausedForm }: World): Promise<void> {
  await page.goto(`/forms/${pausedForm.id}/notify/routing`);
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByText("Rule 1 needs").waitFor();
}

/** Turns routing on again, so that other views find it as it was. */
async function editIdleRule(page: Page, world: World): Promise<void> {
  const { owner, form } = world;
  const { enabled: _, ...routing } = await readRouting(owner, form.id);
  await saveRouting(owner, form.id, { ...routing, enabled: false });
  await page.goto(pathOf(world, "/notify/routing"));
  await page.getByRole("button", { name: /^Edit rule 2/ }).click();
  await page.getByLabel("Rule 2 name").fill("Third");
  await page.getByRole("button", { name: "Save and turn on" }).waitFor();
  const { revision } = await readRouting(owner, form.id);
  await saveRouting(owner, form.id, { ...routing, revision, enabled: true });
}

async function replayRules(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/notify/routing"));
  await page.getByRole("button", { name: "Test against last 50 messages" }).click();
  await page.getByRole("button", { name: /^Show all/ }).click();
  await page.getByText("Would go to").first().waitFor();
  // Else a rule's button may end up half under the bar at the top.
  await page.evaluate(() => scrollTo(0, 0));
}

async function rejectReceiver(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/integrations/webhook"));
  await page.getByText("Edit endpoint", { exact: true }).click();
  await page.getByLabel("Endpoint URL").fill("https://localhost/hook");
  await page.getByText("Advanced options", { exact: true }).click();
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Host");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function pasteDestination(page: Page, { pausedForm }: World): Promise<void> {
  await page.goto(`/forms/${pausedForm.id}/integrations`);
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.slack.com/services/T/B/x");
  await page.getByText("This is a Slack URL.").waitFor();
}

async function testReceiver(page: Page, world: World): Promise<void> {
  await page.goto(pathOf(world, "/integrations/webhook/test"));
  await page.getByRole("button", { name: "Run test" }).click();
  await page.getByText("2 checks failed").waitFor();
}

async function rejectFile(page: Page): Promise<void> {
  await selectFile(page, { version: 2, name: "Workshops" });
  await page.getByRole("alert").filter({ hasText: "version is 2" }).waitFor();
}

async function readFile(page: Page): Promise<void> {
  await selectFile(page);
  await page.getByRole("heading", { name: "What comes from the file" }).waitFor();
}

async function createFromFile(page: Page): Promise<void> {
  await readFile(page);
  await page.getByRole("button", { name: "Create form" }).click();
  await page.getByRole("link", { name: "Open the form" }).waitFor();
}

/** All pages of forms, with data. */
export const FORM_VIEWS: readonly View[] = [
  at("forms", "/forms"),
  at("forms-no-match", "/forms?search=nothing+like+this&sort=name"),
  { name: "forms-menu", open: openRowMenu },
  { name: "duplicate-form-dialog", open: askToDuplicate },
  at("new-form", "/forms/new"),
  at("form-file", "/forms/new/file"),
  { name: "form-file-rejected", open: rejectFile },
  { name: "form-file-read", open: readFile },
  { name: "form-file-created", open: createFromFile },
  ofForm("form", ""),
  ofPaused("paused-form", ""),
  ofForm("form-install", "/install"),
  { name: "form-install-options", open: pickSnippetOptions },
  ofForm("fields-none", "/form"),
  { name: "fields", open: editField },
  { name: "fields-menu", open: openFieldMenu },
  { name: "fields-rejected", open: rejectFields },
  { name: "fields-from-html", open: readForeignHtml },
  { name: "fields-moved", open: moveForm },
  rejected("form-page-rejected", "/form", ["Accent color", "blue", "Save changes"]),
  ...LOGO_VIEWS,
  ofForm("form-notify", "/notify"),
  ofForm("form-settings", "/settings"),
  rejected("form-settings-rejected", "/settings", [
    "Thank-you page",
    "http://example.com",
    "Save changes",
  ]),
  { name: "form-settings-kept", open: comeBackToSettings },
  {
    name: "delete-form-dialog",
    open: (page, world) => openDialog(page, pathOf(world, "/settings"), "Delete form"),
  },
  ofForm("import-messages", "/settings/import"),
  ofForm("spam-protection", "/settings/spam"),
  { name: "blocked-senders", open: blockSenders },
  ofPaused("widget-connected", "/settings/spam"),
  ofForm("routing", "/notify/routing"),
  { name: "routing-rejected", open: rejectRule },
  { name: "routing-first-rule", open: addFirstRule },
  { name: "routing-off", open: editIdleRule },
  { name: "routing-replay", open: replayRules },
  ofForm("auto-reply", "/notify/auto-reply"),
  at("auto-reply-on", ({ replyForm }) => `/forms/${replyForm.id}/notify/auto-reply`),
  ofForm("webhook", "/integrations/webhook"),
  ofPaused("integrations-none", "/integrations"),
  { name: "webhook-rejected", open: rejectReceiver },
  {
    name: "delete-webhook-dialog",
    open: (page, world) =>
      openDialog(page, pathOf(world, "/integrations/webhook"), "Delete webhook"),
  },
  ofForm("integrations", "/integrations"),
  { name: "destination-pasted", open: pasteDestination },
  at("destination", (world) => pathOf(world, `/integrations/${world.destinationId}`)),
  at("destination-delivery", (world) =>
    pathOf(world, `/integrations/${world.destinationId}/deliveries/${world.destinationDeliveryId}`),
  ),
  at("delivery", (world) => pathOf(world, `/integrations/webhook/deliveries/${world.deliveryId}`)),
  ofForm("receiver-test", "/integrations/webhook/test"),
  { name: "receiver-tested", open: testReceiver },
  ofForm("diagnostics", "/diagnostics"),
  ofPaused("diagnostics-of-nothing", "/diagnostics"),
];
