import { expect, openTab, test } from "#tests/e2e/support/test";
import { serveWidget } from "#tests/e2e/support/widget";
import { saveWidget } from "#tests/support/factories/owner-forms";
import { PNG } from "#tests/support/factories/sample-files";

const FIELDS = [
  { name: "project", type: "text", label: "Project", required: true },
  { name: "reply_to", type: "email", label: "Your email", required: true },
  { name: "kind", type: "choice", label: "Kind", required: true, options: ["a", "b"] },
  { name: "topics", type: "choices", label: "Topics", required: true, options: ["c", "d"] },
  { name: "guests", type: "number", label: "Guests", required: true, min: 4 },
  { name: "day", type: "date", label: "Day", required: true },
  { name: "terms", type: "checkbox", label: "I agree", required: true },
  { name: "brief", type: "file", label: "Brief", required: true },
  { name: "notes", type: "long_text", label: "Notes", minLength: 20 },
].map(({ options, ...field }) => ({
  ...field,
  options: options?.map((value) => ({ value, label: value.toUpperCase() })),
}));

for (const tab of ["", "/install"])
  test(`a test has the form's own fields, filled in, and arrives: ${tab || "/overview"}`, async ({
    dashboard: page,
    owner,
  }) => {
    const form = await owner.createForm("Quote", { settings: { uploads: { enabled: true } } });
    await owner.api("POST", `/forms/${form.id}/fields`, 200, { revision: null, fields: FIELDS });
    await page.goto(`/forms/${form.id}${tab}`);
    const brief = { name: "brief.png", mimeType: "image/png", buffer: PNG };
    await page.getByLabel("Brief").setInputFiles(brief);
    await page.getByRole("button", { name: "Send test message" }).click();
    await expect(page.getByText("Received.")).toBeVisible();
    const [{ id } = { id: "" }] = await owner.listMessages();
    const { fields, attachments } = await owner.readMessage(id);
    expect(Object.keys(fields)).toEqual(
      FIELDS.map(({ name }) => name).filter((name) => name !== "brief"),
    );
    expect(attachments).toMatchObject([{ field: "brief" }]);
  });

test("a test that is rejected says why at its field, and isn't counted as a visitor's", async ({
  dashboard: page,
  owner,
  provoked,
}) => {
  provoked.push(/status of 422/);
  const form = await owner.createForm("Quote");
  const fields = [{ name: "site", type: "email", label: "Address" }];
  await owner.api("POST", `/forms/${form.id}/fields`, 200, { revision: null, fields });
  await page.goto(`/forms/${form.id}`);
  // A browser accepts this address, and we don't.
  await page.getByLabel("Address").fill("a@b..c");
  await page.locator("form", { hasText: "Address" }).evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByLabel("Address")).toHaveAccessibleDescription(/must be an email address/);
  expect(await owner.listMessages()).toEqual([]);
  await page.goto(`/forms/${form.id}/diagnostics`);
  await expect(page.getByText("validation_failed")).toHaveCount(0);
  await expect(page.getByText("No rejected submissions")).toBeVisible();
});

test("where a test can't work, the panel says why and offers what does", async ({
  dashboard: page,
  owner,
  provoked,
}) => {
  // The widget's script, before its twin serves it.
  provoked.push(/ERR_NAME_NOT_RESOLVED/);
  const form = await owner.createForm("Contact");
  await saveWidget(owner, form.id, "0x4AAAAsite");
  await page.goto(`/forms/${form.id}`);
  await expect(page.getByText(/requires the Turnstile widget/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test message" })).toHaveCount(0);
  const hosted = await openTab(page, page.getByRole("link", { name: "Open hosted form" }));
  await serveWidget(hosted);
  await hosted.reload();
  await hosted.getByLabel("Message").fill("Does it work?");
  await hosted.getByRole("button", { name: "Send message" }).click();
  await expect(hosted.getByRole("heading", { name: "Thank you" })).toBeVisible();
});
