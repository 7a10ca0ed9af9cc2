import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { withInstallation } from "#tests/journeys/support/installation";
import { openMessage, PASSWORD, readAction, signUp } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { startSmtpTwin } from "#tests/support/twins/smtp-twin";

type Mailboxes = Awaited<ReturnType<typeof startSmtpTwin>>;

/** An email as the mail server has it, without the soft line breaks and codes of its transfer. */
function readable(content: string): string {
  return content
    .replaceAll("=\r\n", "")
    .replaceAll(/((?:=[0-9A-F]{2})+)/g, (codes) =>
      Buffer.from(codes.replaceAll("=", ""), "hex").toString(),
    );
}

/** The newest email to an address that has these words, once it's there. */
async function emailTo({ accepted }: Mailboxes, address: string, words: RegExp): Promise<string> {
  const find = () =>
    accepted
      .filter(({ to }) => to.includes(address))
      .map(({ content }) => readable(content))
      .findLast((content) => words.test(content)) ?? "";
  await expect.poll(find, { timeout: 60_000 }).not.toBe("");
  return find();
}

/** Follows the link of an email in someone's browser. */
async function follow(page: Page, email: string, path: string): Promise<void> {
  const [link = ""] = email.match(new RegExp(`https?://\\S*${path}\\S*`)) ?? [];
  await page.goto(link.replaceAll("&amp;", "&").replace(/["<>].*/, ""));
}

const header = (email: string, name: string) =>
  new RegExp(`^${name}: ([^\\r\\n]*(?:\\r\\n[ \\t][^\\r\\n]*)*)`, "m")
    .exec(email)?.[1]
    ?.replaceAll(/\s+/g, " ");

test("two people share a message, and one of them answers: the visitor's mailbox has the reply", async ({
  browser,
  website,
}) => {
  const mail = await startSmtpTwin();
  const env = {
    EMAIL_MODE: "live",
    EMAIL_FROM: "Forms <forms@mill.example>",
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  };
  await withInstallation(env, async ({ baseUrl: baseURL }) => {
    const person = async () => (await browser.newContext({ baseURL })).newPage();
    const ada = await person();
    const adaEmail = await signUp(ada, "Mill");
    await follow(ada, await emailTo(mail, adaEmail, /Confirm your email/), "/confirm-email");
    await ada.getByRole("button", { name: "Confirm address" }).click();
    await ada.getByLabel("Form name").fill("Contact");
    await ada.getByRole("button", { name: "Create form" }).click();
    await expect(ada.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
    const action = await readAction(ada);

    const graceEmail = `grace-${randomUUID()}@example.com`;
    await ada.goto("/settings/members");
    await ada.getByLabel("Email address").fill(graceEmail);
    await ada.getByRole("button", { name: "Send invitation" }).click();
    const grace = await person();
    await follow(grace, await emailTo(mail, graceEmail, /invited you/), "/invitation");
    await grace.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await grace.getByRole("button", { name: "Create account and join" }).click();
    await expect(grace).toHaveURL("/welcome");

    const visitor = await person();
    const form = `<form action="${action}" method="post"><input name="email" aria-label="Email">
      <textarea name="message" aria-label="Message"></textarea><button>Send</button></form>`;
    await visitor.goto(website.publish("/contact", form));
    const nils = `nils-${randomUUID()}@example.org`;
    await visitor.getByLabel("Email").fill(nils);
    await visitor.getByLabel("Message").fill("Do you grind spelt, too?");
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();

    // Ada gives it to Grace, who gets an email, and tells her what to do.
    await openMessage(ada, new RegExp(nils));
    await ada.keyboard.press("a");
    await ada.getByLabel("Assigned to", { exact: true }).selectOption({ label: graceEmail });
    await expect(ada.getByText(`Assigned to ${graceEmail}.`)).toBeVisible();
    await ada.getByLabel("Add a note").fill(`@${graceEmail} we do, on Fridays.`);
    await ada.getByRole("button", { name: "Add note" }).click();
    await expect(ada.getByRole("listitem").filter({ hasText: "on Fridays" })).toBeVisible();
    const assigned = await emailTo(mail, graceEmail, /assigned a message to you/);
    await emailTo(mail, graceEmail, /mentioned you in a note/);

    // Grace opens it from there, and Ada sees that she's writing.
    await follow(grace, assigned, "/inbox");
    await expect(grace.getByText("on Fridays")).toBeVisible();
    const reply = grace.getByLabel(`Reply to ${nils}`);
    await expect(async () => {
      // As people do whose page was still loading.
      await grace.keyboard.press("r");
      await expect(reply).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await reply.fill("Yes, on Fridays.");
    await expect(ada.getByText(`${graceEmail} is answering.`)).toBeVisible({ timeout: 30_000 });
    await grace.reload();
    await expect(reply).toHaveValue("Yes, on Fridays.");
    await grace.getByRole("button", { name: "Send", exact: true }).click();
    await expect(grace.getByText(/leaves in 10 seconds/)).toBeVisible();
    await grace.getByRole("button", { name: "Undo" }).click();
    await expect(reply).toHaveValue("Yes, on Fridays.");
    await reply.fill("Yes, every Friday.");
    await reply.press("ControlOrMeta+Enter");

    const answer = await emailTo(mail, nils, /every Friday/);
    expect(answer).not.toContain("Yes, on Fridays.");
    const notification = await emailTo(mail, adaEmail, /grind spelt/);
    expect(header(answer, "From")).toMatch(/^"?Contact"? <forms@mill\.example>$/);
    expect(header(answer, "Reply-To")).toContain(graceEmail);
    expect(header(answer, "References")).toBe(header(notification, "Message-ID"));
    expect(answer).toMatch(/you wrote:\s+> Do you grind spelt, too\?/);
    expect(mail.accepted.filter(({ to }) => to.includes(nils))).toHaveLength(1);

    // Ada's list says so without a reload, and nothing is left to do.
    await expect(ada.getByText(`Answered by ${graceEmail}`).first()).toBeAttached({
      timeout: 30_000,
    });
    await ada.goto("/inbox?answered=false");
    await expect(ada.getByText("No matches")).toBeVisible();
  });
  await mail.stop();
});
