import type { Page } from "playwright/test";
import { FormWithWidget } from "#lib/domain/forms/schema";
import { preview, readFields, save } from "#tests/e2e/support/editors";
import {
  BOOTSTRAP,
  CLOUDCANNON,
  GOOGLE_SCRIPT,
  HUGO,
  JEKYLL,
} from "#tests/e2e/support/public-forms";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { dataOf } from "#tests/support/factories/service-requests";

async function paste(page: Page, owner: Owner, html: string, settings: object = {}) {
  const form = await owner.createForm("Contact", { settings });
  await page.goto(`/forms/${form.id}/form`);
  await page.getByRole("button", { name: "From HTML" }).click();
  await page.getByRole("textbox", { name: "HTML" }).fill(html);
  await page.getByRole("button", { name: "Read fields" }).click();
  await expect(page.getByRole("heading", { name: "Move your form here" })).toBeVisible();
  const code = page.getByRole("region", { name: "changed form" });
  const settingsOf = async () =>
    (await dataOf(await owner.api("GET", `/forms/${form.id}`, 200), FormWithWidget)).settings;
  const fields = async () => {
    await save(page);
    await expect(page.getByText("Saved. New messages are checked.")).toBeVisible();
    return (await readFields(owner, form)).fields;
  };
  const action = `action="${owner.baseUrl}/f/${form.publicKey}" method="post"`;
  return { form, code, settingsOf, fields, action };
}

const HTML = `<!doctype html><html><head><style>form { color: red }</style></head>
<body onload="hacked = 1"><form role="search"><input name="q"></form>
<form action="https://example.com" method="post" style="margin: 0">
  <label for="m">E-mail *</label><input id="m" type="email" name="email" required
    placeholder="you@example.com" aria-describedby="h"><p id="h">We never share it.</p>
  <label>Day <input type="date" name="day" min="2026-01-01"></label>
  <fieldset><legend>Size:</legend>
    <label><input type="radio" name="size" value="s"> Small</label>
    <label><input type="radio" name="size" value="l"> Large</label></fieldset>
  <select name="from" aria-label="Where did you hear of us?"><option value="">Select</option>
    <option>Friends</option><option value="ad">An advertisement</option></select>
  <div style="position: absolute; left: -9999px"><label>URL <input name="url2"></label></div>
  <textarea name="your_message" maxlength="500"></textarea>
  <input type="hidden" name="campaign" value="spring"><input type="hidden" name="_next" value="/">
  <input type="password" name="secret"><img src="x" onerror="hacked = 1">
  <script>hacked = 1</script><button name="go">Send</button>
</form></body></html>`;

test("a form's HTML gives its fields without running, and the honeypot is left out @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const { fields } = await paste(page, owner, HTML);
  const told = page.getByRole("status").filter({ hasText: "Found 6 fields." });
  await expect(told).toContainText("Left out “url2”, which looks like a honeypot");
  await expect(page.getByText("This form’s is “botcheck”, so the changed code")).toBeVisible();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await expect(preview(page).getByLabel("E-mail")).toBeVisible();
  expect(requests.filter((url) => !url.startsWith(owner.baseUrl))).toEqual([]);
  const email = { name: "email", type: "email", label: "E-mail", required: true };
  expect(await fields()).toMatchObject([
    { ...email, placeholder: "you@example.com", help: "We never share it." },
    { name: "day", type: "date", label: "Day", min: "2026-01-01" },
    {
      name: "size",
      type: "choice",
      label: "Size",
      options: [
        { value: "s", label: "Small" },
        { value: "l", label: "Large" },
      ],
    },
    {
      name: "from",
      type: "choice",
      label: "Where did you hear of us?",
      options: [
        { value: "Friends", label: "Friends" },
        { value: "ad", label: "An advertisement" },
      ],
    },
    { name: "your_message", type: "long_text", label: "Your message", maxLength: 500 },
    { name: "campaign", type: "hidden", label: "Campaign" },
  ]);
});

test("Start Bootstrap’s form gets names from its IDs, and our honeypot @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { code, fields, action } = await paste(page, owner, BOOTSTRAP);
  await expect(page.getByText("Your form has none.")).toBeVisible();
  await expect(page.getByLabel("Thank-you page")).toHaveCount(0);
  await expect(code).toContainText(`<form id="contactForm" ${action}>`);
  await expect(code).toContainText(
    '<p hidden><input name="botcheck" tabindex="-1" autocomplete="off"></p>',
  );
  await expect(code).toContainText(/id="email" type="email"[^>]* name="email" required>/);
  await expect(code).toContainText('style="height: 12rem"');
  expect(await fields()).toMatchObject([
    { name: "name", type: "text", label: "Full name", required: true },
    { name: "email", type: "email", label: "Email address", required: true },
    { name: "phone", type: "phone", label: "Phone number", required: false },
    { name: "message", type: "long_text", label: "Message", required: true },
  ]);
});

test("a Jekyll theme’s form for Formspree keeps its address and subject, and its next page can be ours @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { code, fields, action, settingsOf } = await paste(page, owner, JEKYLL);
  await expect(page.getByText("“_gotcha” works here as it is.")).toBeVisible();
  await expect(page.getByText("Your form leads to “/thanks/”. Enter its full")).toBeVisible();
  await expect(code).toContainText(action);
  await expect(code).toContainText('name="_gotcha" style="display:none"');
  await expect(code).toContainText('name="_subject"');
  await expect(code).not.toContainText("_next");
  await page.getByLabel("Thank-you page").fill("https://www.example.com/thanks/");
  await page.getByRole("button", { name: "Use it here" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect((await settingsOf()).redirectUrl).toBe("https://www.example.com/thanks/");
  await expect(page.getByRole("button", { name: "Used here" })).toBeDisabled();
  expect(await fields()).toMatchObject([
    { name: "name", type: "text", label: "Name", required: true, placeholder: "Ada" },
    { name: "_replyto", type: "email", label: "Email address", required: true },
    { name: "message", type: "long_text", label: "Message", required: true },
  ]);
});

test("CloudCannon’s form has the labels that people see, and its next page is its action @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const website = "https://www.example.com";
  const { code, fields, action } = await paste(page, owner, CLOUDCANNON, {
    allowedOrigins: [website],
  });
  await expect(page.getByLabel("Thank-you page")).toHaveValue(`${website}/contact-success/`);
  await expect(code).toContainText(action);
  await expect(code).not.toContainText("_to");
  expect(await fields()).toMatchObject([
    { name: "first-name", type: "text", label: "Given name", placeholder: "Ada" },
    { name: "last-name", type: "text", label: "Surname", placeholder: "Lovelace" },
    { name: "email", type: "email", label: "Email address", required: true },
    { name: "message", type: "long_text", label: "Message", required: false },
  ]);
});

test("a Hugo theme’s form for Netlify has types by its names, labels from its placeholders, and nothing of Netlify @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { code, fields, action } = await paste(page, owner, HUGO);
  await expect(code).toContainText(
    `<form class="contact" method="post" name="contact" id="contact"`,
  );
  await expect(code).toContainText(action.split(" ")[0] ?? "");
  await expect(code).not.toContainText("netlify");
  await expect(page.getByLabel("Thank-you page")).toHaveCount(0);
  expect(await fields()).toMatchObject([
    { name: "name", type: "text", label: "Your name", required: true, placeholder: null },
    { name: "email", type: "email", label: "Your email", required: true },
    { name: "phone", type: "phone", label: "Your phone", required: false },
    { name: "message", type: "long_text", label: "Your message", required: true },
    { name: "site", type: "hidden", label: "Site" },
  ]);
});

test("a form for Google Apps Script: its honeypot works here, another is renamed or becomes the form’s @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { code, fields } = await paste(page, owner, GOOGLE_SCRIPT);
  await expect(page.getByRole("status").filter({ hasText: "Found 4 fields." })).toContainText(
    "Left out “honeypot”, which looks like a honeypot",
  );
  await expect(page.getByText("“honeypot” works here as it is.")).toBeVisible();
  await expect(code).toContainText('id="honeypot" type="text" name="honeypot"');
  await expect(code).not.toContainText("data-email");
  await expect(code).not.toContainText("script.google.com");
  expect(await fields()).toMatchObject([
    { name: "name", type: "text", label: "Name", required: false },
    { name: "message", type: "long_text", label: "Message", required: false },
    { name: "email", type: "email", label: "Your email address", required: true },
    { name: "color", type: "text", label: "Favorite color", required: false },
  ]);
});

test("a honeypot under a name of its own is renamed, or becomes the form’s @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const html = GOOGLE_SCRIPT.replaceAll('name="honeypot"', 'name="trap_field"');
  const { code, settingsOf } = await paste(page, owner, html);
  await expect(page.getByText("so the changed code renames “trap_field”.")).toBeVisible();
  await expect(code).toContainText('type="text" name="botcheck"');
  await page.getByRole("button", { name: "Use “trap_field” here too" }).click();
  await expect(page.getByText("“trap_field” works here as it is.")).toBeVisible();
  await expect(code).toContainText('type="text" name="trap_field"');
  expect((await settingsOf()).honeypot).toBe("trap_field");
});

test("options without values of their own get them from their labels @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const { code, fields } = await paste(
    page,
    owner,
    `<form><fieldset><legend>Size</legend>
      <label><input type="radio" name="size"> Small</label>
      <label><input type="radio" name="size"> Large</label></fieldset>
      <input type="hidden" name="redirect" value="https://www.example.com/done"></form>`,
  );
  await expect(page.getByLabel("Thank-you page")).toHaveValue("https://www.example.com/done");
  await expect(code).toContainText('name="size" value="Large"');
  await expect(code).not.toContainText("redirect");
  expect(await fields()).toMatchObject([
    {
      type: "choice",
      label: "Size",
      options: [
        { value: "Small", label: "Small" },
        { value: "Large", label: "Large" },
      ],
    },
  ]);
});
