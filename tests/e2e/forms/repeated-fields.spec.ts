import { expect, test } from "#tests/e2e/support/test";

const FIELDS = [
  { name: "email", type: "email", label: "Email" },
  {
    name: "day",
    type: "choice",
    label: "Day",
    options: [
      { value: "sat", label: "Saturday" },
      { value: "sun", label: "Sunday" },
    ],
  },
  { name: "guests", type: "number", label: "Guests" },
  { name: "wishes", type: "long_text", label: "Wishes" },
];

test("an auto-reply repeats what a visitor selected, as its preview shows, and no text", async ({
  dashboard: page,
  owner,
  stranger: visitor,
}) => {
  const form = await owner.createForm("Dinner");
  await owner.api("POST", `/forms/${form.id}/fields`, 200, { revision: null, fields: FIELDS });
  const filter = { revision: null, filter: "watch", challenge: true };
  await owner.api("POST", `/forms/${form.id}/spam`, 200, filter);
  const send = async (email: string, wishes: string) => {
    await visitor.getByRole("textbox", { name: /^Email/ }).fill(email);
    await visitor.getByLabel("Sunday").check();
    await visitor.getByLabel(/^Guests/).fill("4");
    await visitor.getByLabel(/^Wishes/).fill(wishes);
    await visitor.getByRole("button", { name: "Send message" }).click();
    await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  };
  await visitor.goto(`/f/${form.publicKey}`);
  await send(`first-${form.publicKey}@example.com`, "The first shows that the challenge works");

  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  await page.getByRole("switch", { name: "Reply to visitors automatically" }).click();
  const repeated = page.getByLabel("Repeat what they sent");
  const preview = page.frameLocator('iframe[title="Auto-reply preview"]').last();
  await repeated.selectOption("Everything, with text");
  await expect(page.getByText("Text is left out until visitors confirm")).toBeVisible();
  await repeated.selectOption("Selected options, numbers, and dates");
  await expect(page.getByText("Text is left out until visitors confirm")).toBeHidden();
  await expect(preview.getByRole("heading", { name: "What you sent" })).toBeVisible();
  await expect(preview.getByText("Saturday")).toBeVisible();
  await expect(preview.getByText("Wishes")).toHaveCount(0);
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText("Visitors who opt in get this reply")).toBeVisible();

  const email = `ada-${form.publicKey}@example.com`;
  await visitor.goto(`/f/${form.publicKey}`);
  await visitor.getByLabel(/automatic/i).check();
  await send(email, "A quiet table by the window");
  const { id } = await owner.awaitEmail("visitor_reply", email);
  await page.goto(`/test-inbox/${id}`);
  const mail = page.frameLocator("iframe").first();
  await expect(mail.getByRole("heading", { name: "What you sent" })).toBeVisible();
  await expect(mail.getByText("Sunday")).toBeVisible();
  await expect(mail.getByText("4", { exact: true })).toBeVisible();
  await expect(mail.getByText("quiet table")).toHaveCount(0);
});

test("a form without such fields says so, and the choice is kept", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/notify/auto-reply`);
  await page
    .getByLabel("Repeat what they sent")
    .selectOption("Selected options, numbers, and dates");
  await expect(page.getByText("The form has no fields of this kind yet.")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("Below your message. Files are never included.")).toBeVisible();
  await page.getByLabel("Repeat what they sent").selectOption("Everything, with text");
  await page.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(page.getByText("Saved. Auto-reply is off.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Repeat what they sent")).toHaveValue("all");
});
