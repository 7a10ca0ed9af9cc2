import { openContactForm } from "#tests/journeys/support/contact-form";
import { openEmail, openFirstForm, openMessage, readAction } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

const MOVE = "Move it to the spam folder, without notifying anyone";
/** A good message that looks like what scanners send: someone reports a hole. */
const REPORT =
  "Your shop has a hole: /download?file=../../../../etc/passwd shows me your server's users.";

test("a good message that was moved to spam is found, understood, and brought back, and its sender isn't judged again", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Corner Bakery");
  const action = await readAction(owner);
  const write = await openContactForm(website, action, newPerson);
  await owner
    .getByRole("navigation", { name: "Form", exact: true })
    .getByRole("link", { name: "Settings" })
    .click();
  await owner.getByRole("link", { name: "Spam protection" }).click();
  await owner.getByLabel("What happens to spam").selectOption({ label: MOVE });
  await owner.getByRole("button", { name: "Save changes" }).click();
  await expect(owner.getByRole("button", { name: "Save changes" })).toHaveCount(0);

  await write("Noor Haddad", "noor@example.org", REPORT);
  await write("Tom Reed", "tom@example.org", "Twelve rolls for Saturday, please.");
  await openEmail(owner, /Tom Reed/);
  // Tom's came later and has been sent: no one was notified of Noor's.
  await owner.goto("/test-inbox");
  await expect(owner.getByRole("link", { name: /Tom Reed/ })).toHaveCount(1);
  await expect(owner.getByRole("link", { name: /Noor Haddad/ })).toHaveCount(0);

  await owner.goto("/inbox");
  await expect(owner.getByRole("link", { name: /Noor Haddad/ })).toHaveCount(0);
  await owner
    .getByRole("navigation", { name: "Folders" })
    .getByRole("link", { name: /^Spam/ })
    .click();
  await owner.getByRole("link", { name: /Noor Haddad/ }).click();
  const report = owner.getByRole("article");
  await expect(report.getByText(REPORT)).toBeVisible();
  await expect(
    report.getByText(
      /^Looks like spam: a vulnerability scanner’s input. We didn’t send the email to /,
    ),
  ).toBeVisible();
  await report.getByRole("button", { name: "Mark as not spam and send" }).click();
  await expect(owner.getByText("Marked as not spam. Sending the email now.")).toBeVisible();
  await expect(await openEmail(owner, /Noor Haddad/)).toContainText("Your shop has a hole");

  await write("Noor Haddad", "noor@example.org", `${REPORT} It still does.`);
  // The newest is the first.
  const again = await openMessage(owner, /Noor Haddad/);
  await expect(again.getByText("It still does.")).toBeVisible();
  await expect(owner.getByText("Looks like spam")).toHaveCount(0);
  await expect(owner.getByRole("link", { name: /Noor Haddad/ })).toHaveCount(2);
  // The owner is notified about this one at once.
  await expect(async () => {
    await owner.goto("/test-inbox");
    await expect(owner.getByRole("link", { name: /Noor Haddad/ })).toHaveCount(2, { timeout: 500 });
  }).toPass();

  await owner.goto("/settings/spam");
  const figure = (name: string) => owner.locator("dl > div").filter({ hasText: name });
  await expect(figure("Caught")).toContainText("1");
  await expect(figure("Missed")).toContainText("0");
  await expect(figure("Wrong")).toContainText("1");
});
