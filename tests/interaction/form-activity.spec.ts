import { expect, test } from "#tests/e2e/support/test";
import { eventually } from "#tests/support/factories/owner";

test("a rejected submission is listed with time, reason, and origin, and the doctor shows what to fix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/diagnostics`);
  await expect(page.getByText("No problems found.")).toBeVisible();
  await expect(page.getByText("No rejected submissions")).toBeVisible();
  await owner.updateForm(form.id, { settings: { allowedOrigins: ["https://www.example.com"] } });
  const origin = "https://example.com";
  for (const status of [403, 403]) {
    const response = await fetch(`${owner.baseUrl}/f/${form.publicKey}`, {
      method: "POST",
      headers: { origin, "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ message: "<b>lost</b>" }),
    });
    expect(response.status).toBe(status);
  }
  const table = page.getByRole("table");
  await eventually("the rejections", async () => {
    await page.reload();
    return (await table.getByText("https://example.com").count()) > 0 || undefined;
  });
  await expect(table.getByRole("row").last()).toContainText("Origin not allowed");
  await expect(page.getByText(/2 \w+ were rejected in the last 7 days/)).toBeVisible();
  await expect(page.getByText(/Add https:\/\/example\.com/)).toBeVisible();
  await page.getByRole("link", { name: "Open Spam protection" }).first().click();
  await expect(page.getByLabel("Allowed origins")).toHaveValue("https://www.example.com");
  await page.goto(`/forms/${form.id}`);
  await page.getByRole("link", { name: "Why didn’t it arrive?" }).click();
  await expect(table).toBeVisible();
});
