import { runSql } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("a member asks for a digest, gets one with what came, and stops them by its link", async ({
  dashboard: page,
  owner,
  service: { baseUrl, dataDir },
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/notify`);
  const frequency = page.getByLabel("When you’re notified", { exact: true });
  // The form's recipient is someone else.
  await expect(frequency).toHaveValue("never");
  await frequency.selectOption({ label: "A digest every hour" });
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByText("Next digest:")).toBeVisible();
  await page.reload();
  await expect(frequency).toHaveValue("hourly");

  const id = await sendMessage(baseUrl, form, { name: "Ada Lovelace", message: "Good morning" });
  const past = "now() - interval '1 second'";
  await runSql(dataDir, `UPDATE notification_choices SET next_at = ${past} WHERE form_id = $1`, [
    form.id,
  ]);
  const mail = await owner.awaitEmail("digest", owner.email);
  expect(mail.subject).toContain("1 new message in ");
  expect(mail.text).toContain("Ada Lovelace");
  expect(mail.text).toContain(`/inbox/${id}`);
  await page.goto("/deliveries");
  await expect(page.getByRole("list", { name: "Digests" })).toContainText(owner.email);

  const stop = /\S+\/stop-digests\?token=\S+/.exec(mail.text)?.[0] ?? "";
  await page.goto(stop);
  await page.getByRole("button", { name: "Stop digests" }).click();
  await expect(page.getByRole("heading", { name: "Your digests are off" })).toBeVisible();
  await page.goto(stop);
  await expect(page.getByRole("heading", { name: "Your digests are off" })).toBeVisible();
  await page.goto("/settings/notifications");
  await expect(page.getByLabel("When you’re notified of Contact")).toHaveValue("never");
});

test("a digest that failed is sent again from Deliveries", async ({
  dashboard: page,
  owner,
  service: { baseUrl, dataDir },
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/notify`);
  await page
    .getByLabel("When you’re notified", { exact: true })
    .selectOption({ label: "A digest every hour" });
  await expect(page.getByText("Saved.")).toBeVisible();
  await sendMessage(baseUrl, form, { name: "Ada Lovelace", message: "Good morning" });
  // Captured email never fails, so this one has before it's tried.
  const name = `fail_${form.id.replaceAll("-", "")}`;
  await runSql(
    dataDir,
    `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.kind = 'digest' AND NEW.email = '${owner.email}' THEN
        NEW.status := 'failed'; NEW.due_at := NULL; NEW.next_attempt_at := NULL;
        NEW.created_at := now() - interval '2 minutes';
      END IF;
      RETURN NEW;
    END $$`,
    [],
  );
  await runSql(
    dataDir,
    `CREATE TRIGGER ${name} BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    [],
  );
  await runSql(
    dataDir,
    "UPDATE notification_choices SET next_at = now() - interval '1 second' WHERE form_id = $1",
    [form.id],
  );
  const digest = page.getByRole("list", { name: "Digests" }).getByRole("listitem");
  await expect(async () => {
    await page.goto("/deliveries");
    await expect(digest).toContainText("Failed", { timeout: 500 });
  }).toPass();
  await expect(page.getByText("No failed deliveries.")).toHaveCount(0);
  await runSql(dataDir, `DROP FUNCTION ${name} CASCADE`, []);
  await digest.getByRole("button", { name: `Send again to ${owner.email}` }).click();
  await expect(page.getByText("The digest is queued and will be sent in a moment.")).toBeVisible();
  expect((await owner.awaitEmail("digest", owner.email)).text).toContain("Ada Lovelace");
  // The page reads on by itself.
  await expect(digest).toContainText("Sent", { timeout: 15_000 });
  await expect(digest.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("No failed deliveries.")).toBeVisible();
});

test("the settings have the choices for all forms, and a time zone of one's own", async ({
  dashboard: page,
  owner,
}) => {
  await owner.createForm("Contact");
  await owner.createForm("Orders");
  await page.goto("/settings/notifications");
  const orders = page.getByLabel("When you’re notified of Orders");
  await orders.selectOption({ label: "18:00" });
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(orders).toHaveValue("daily 18");
  await expect(page.getByLabel("When you’re notified of Contact")).toHaveValue("never");

  await page.goto("/settings/security");
  await page.getByLabel("Your time zone").selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/settings/notifications");
  await expect(page.getByText("the time zone Asia/Tokyo")).toBeVisible();
});

test("sign-up takes the browser's time zone for the workspace", async ({ browser, serviceUrl }) => {
  const context = await browser.newContext({ baseURL: serviceUrl, timezoneId: "Asia/Tokyo" });
  const page = await context.newPage();
  await page.goto("/sign-up");
  await page.getByLabel("Workspace name").fill("Studio");
  await page.getByLabel("Email", { exact: true }).fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/welcome$/);
  await page.goto("/settings");
  await expect(page.getByLabel("Time zone", { exact: true })).toHaveValue("Asia/Tokyo");
  await context.close();
});
