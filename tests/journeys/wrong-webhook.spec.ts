import { copySnippet, openFirstForm } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { answer } from "#tests/support/twins/receiver";

test("a wrong webhook URL is noticed, corrected, and what was missed is sent @matrix", async ({
  page: first,
  newPerson,
  website,
  installation: { receiver },
}) => {
  const { page: owner } = await openFirstForm(first, "Night Owl Records");
  const address = website.publish("/records", await copySnippet(owner));
  receiver.reply((event, response, socket) =>
    answer(event.path === "/hook" ? 204 : 404)(event, response, socket),
  );
  await owner.getByRole("link", { name: "Integrations", exact: true }).click();
  await owner.getByRole("textbox", { name: "URL" }).fill(receiver.url.replace(/hook$/, "hok"));
  await owner.getByRole("button", { name: /^Add/ }).click();
  await owner.getByLabel("I’ve stored the signing secret").check();
  await owner.getByRole("button", { name: "Done" }).click();

  const visitor = await newPerson();
  await visitor.goto(address);
  await visitor.getByLabel("Email").fill("kim@example.com");
  await visitor.getByLabel("Message").fill("Do you have it on vinyl?");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();

  const attention = owner.getByRole("link", { name: "Deliveries needs attention" });
  await expect(async () => {
    await owner.goto("/inbox");
    await expect(attention).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await attention.click();
  const trouble = owner.getByRole("main");
  await expect(trouble.getByText(new URL(receiver.url).host).first()).toBeVisible();
  await expect(trouble.getByText(/404/).first()).toBeVisible();
  await owner.getByRole("link", { name: /^Fix/ }).first().click();

  await owner.getByText("Edit endpoint", { exact: true }).click();
  await owner.getByLabel("Endpoint URL").fill(receiver.url);
  await owner.getByRole("button", { name: /^Save/ }).click();
  await expect(owner.getByText("Saved.")).toBeVisible();
  const row = owner.getByRole("main").getByRole("listitem").filter({ hasText: "kim@example.com" });
  await expect(row).toContainText("Canceled");
  await owner.getByRole("button", { name: "Send what was missed" }).click();
  await expect(owner.getByText("Sending 1 message.")).toBeVisible();
  await expect(row.first()).toContainText("Delivered");
  const arrived = receiver.received.filter(({ path }) => path === "/hook");
  expect(arrived).toHaveLength(1);
  expect(arrived[0]?.body).toContain("Do you have it on vinyl?");
});
