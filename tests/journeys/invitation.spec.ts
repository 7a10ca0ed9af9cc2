import { randomUUID } from "node:crypto";
import { openEmail, openFirstForm, PASSWORD, readAction } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

test("an invited colleague joins, makes a form, and gets its first notification", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Mill & Sons");
  const email = `colleague-${randomUUID()}@example.com`;
  await owner.goto("/settings/members");
  await owner.getByLabel("Email address").fill(email);
  await owner.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  const invitation = await openEmail(owner, /invit/i);
  const link = invitation.getByRole("link", { name: /invitation|join/i }).first();

  const colleague = await newPerson();
  await colleague.goto((await link.getAttribute("href")) ?? "");
  await colleague.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await colleague.getByRole("button", { name: "Create account and join" }).click();
  await expect(colleague).toHaveURL("/welcome");
  await colleague.goto("/forms/new");
  await expect(colleague.getByRole("checkbox", { name: email })).toBeChecked();
  await colleague.getByLabel("Form name").fill("Job applications");
  await colleague.getByRole("button", { name: "Create form" }).click();
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText("Job applications");
  const action = await readAction(colleague);

  const visitor = await newPerson();
  await visitor.goto(
    website.publish(
      "/jobs",
      `<form action="${action}" method="post">
         <label>Email <input name="email"></label>
         <label>Message <textarea name="message"></textarea></label><button>Apply</button>
       </form>`,
    ),
  );
  await visitor.getByLabel("Email").fill("applicant@example.com");
  await visitor.getByLabel("Message").fill("I’d like to work for you.");
  await visitor.getByRole("button", { name: "Apply" }).click();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();

  const notification = await openEmail(colleague, /^Job applications/);
  await expect(notification).toContainText("I’d like to work for you.");
  await expect(colleague.getByText(email).first()).toBeVisible();
});
