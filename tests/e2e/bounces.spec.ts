import { bounce } from "#tests/e2e/support/bounced-views";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/owner";
import { withEmbeddedDatabase } from "#tests/support/setup/embedded-client";

test("a recipient that bounces is shown everywhere, and confirming it again lifts the block", async ({
  page,
  service: { baseUrl, dataDir },
}) => {
  const { owner, form, recipient, messageId, laterId } = await bounce(page, baseUrl);
  // A minute after the last confirmation email.
  await withEmbeddedDatabase(dataDir, (client) =>
    client.query(
      "UPDATE recipients SET verification_sent_at = now() - interval '1 minute' WHERE id = $1",
      [recipient.id],
    ),
  );
  await page.goto(`/inbox/${messageId}`);
  await expect(page.getByText("Came back: the mailbox didn’t accept it")).toBeVisible();
  await page.goto(`/inbox/${laterId}`);
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
  await expect(page.getByText("Emails to it come back")).toBeVisible();
  await page.goto("/deliveries");
  await expect(page.getByText(`${recipient.email}: Emails to it come back`)).toBeVisible();
  await page.goto(`/forms/${form.id}/diagnostics`);
  await expect(page.getByText(`Emails to ${recipient.email} come back`)).toBeVisible();
  await page.goto("/recipients");
  await expect(page.getByText("Bounced", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Confirm again.*@example\.com$/ }).click();
  await expect(page.getByText(`Confirmation email sent to ${recipient.email}.`)).toBeVisible();
  const sent = () => owner.listEmails({ kind: "verification" });
  await expect.poll(async () => (await sent()).length).toBe(2);
  const { text } = await owner.readEmail((await sent())[0]?.id ?? "");
  await page.goto(/\S+\/verify-recipient\?token=\w+/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm address" }).click();
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await page.goto("/recipients");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  const next = await sendMessage(baseUrl, form, { message: "Hello again" });
  await owner.awaitSent(next);
  expect((await owner.readMessage(next)).deliveries[0]?.status).toBe("sent");
});
