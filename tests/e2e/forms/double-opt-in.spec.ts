import { save } from "#tests/e2e/support/editors";
import { expect, test } from "#tests/e2e/support/test";

test("double opt-in says what it requires, can be turned on once that's met, and stays when the page is changed", async ({
  dashboard: page,
  owner,
  stranger: visitor,
}) => {
  const form = await owner.createForm("Newsletter");
  const savedPage = async () =>
    (await (await owner.api("GET", `/forms/${form.id}/page`, 200)).json()).data;
  await owner.api("POST", `/forms/${form.id}/page`, 200, { revision: null, title: "Join us" });
  const path = `/forms/${form.id}/notify/auto-reply`;
  const confirm = page.getByRole("switch", { name: "Confirm the address first" });
  await page.goto(path);
  await expect(confirm).toBeDisabled();
  await expect(confirm).toHaveAccessibleDescription(
    /^Requires a Turnstile widget or the form’s own challenge/,
  );
  const filter = { revision: null, filter: "watch", challenge: true };
  await owner.api("POST", `/forms/${form.id}/spam`, 200, filter);
  await page.reload();
  await expect(confirm).toBeDisabled();
  await expect(confirm).toHaveAccessibleDescription(/^Requires a confirmed challenge\./);

  const send = async (message: string) => {
    await visitor.goto(`/f/${form.publicKey}`);
    await visitor.getByLabel(/^Email/).fill(`ada-${form.publicKey}@example.com`);
    await visitor.getByLabel(/^Message/).fill(message);
    await visitor.getByRole("button", { name: "Send message" }).click();
  };
  await send("The first shows that the challenge works");
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  await page.reload();
  await confirm.click();
  await page.getByRole("button", { name: "Save double opt-in" }).click();
  await expect(page.getByText("Saved. New messages wait for their sender.")).toBeVisible();
  expect(await savedPage()).toMatchObject({ title: "Join us", confirmEmail: true });

  await page.goto(`/forms/${form.id}/form`);
  await page.getByLabel("Title", { exact: true }).fill("Join us today");
  await save(page);
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  expect(await savedPage()).toMatchObject({ title: "Join us today", confirmEmail: true });
  await send("Please sign me up");
  await owner.awaitEmail("confirmation", `ada-${form.publicKey}@example.com`);
  expect(await owner.listMessages()).toHaveLength(1);

  await page.goto(path);
  await confirm.click();
  await page.getByRole("button", { name: "Save double opt-in" }).click();
  await expect(page.getByText("Saved. Messages arrive at once.")).toBeVisible();
  expect(await savedPage()).toMatchObject({ confirmEmail: false });
});
