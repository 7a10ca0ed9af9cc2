import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { test as base, expect } from "#tests/e2e/support/test";
import { Owner } from "#tests/support/factories/owner";

type Zoo = { owner: Owner; recipientId: string };

export const test = base.extend<{ form: Form }, { zoo: Zoo }>({
  /** One workspace for all clients of a worker. */
  zoo: [
    async ({ serviceUrl }, use) => {
      const owner = await Owner.signUp(serviceUrl);
      await use({ owner, recipientId: (await owner.addVerifiedRecipient()).id });
    },
    { scope: "worker" },
  ],
  owner: async ({ zoo }, use) => use(zoo.owner),
  /** A form of this test's own. */
  form: async ({ zoo: { owner, recipientId } }, use) =>
    use(await owner.createForm("Contact", { recipientIds: [recipientId] })),
});

export const addressOf = (owner: Owner, { publicKey }: Form) => `${owner.baseUrl}/f/${publicKey}`;

export async function fillAndSend(page: Page, { name, message }: Fields): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Send" }).click();
}

/** The result that the page's script reported. */
export async function readResult(page: Page): Promise<string> {
  const result = page.locator("#result");
  await expect(result).not.toBeEmpty();
  return (await result.textContent()) ?? "";
}

/** Tells whether a client shows its user a rejection; a beacon has no response. */
export type Rejection = "seen" | "not reported";

export type Fields = { name: string; message: string };

/** Characters of one, two, and three bytes, which windows-1252 has too. */
export const TYPED: Fields = { name: "Zoë Müller", message: "Grüße – it’s 50 € for us" };

/** Sends the fields once. @returns `sent`, or the error as its user sees it */
export type Send = (fields: Fields) => Promise<string>;

/** The form's submissions, with their fields as stored. */
export async function storedFields(owner: Owner, form: Form) {
  const messages = await owner.listMessages({ formId: form.id });
  return Promise.all(messages.map(async ({ id }) => (await owner.readMessage(id)).fields));
}

/**
 * Proves the three promises of the table in `docs/clients.md`: typed text is stored exactly once,
 * the client calls that a success, and it calls an empty submission and one to a paused form failures.
 */
export async function prove(
  { owner, form, rejection = "seen" }: { owner: Owner; form: Form; rejection?: Rejection },
  send: Send,
): Promise<void> {
  const rejected = (status: number) =>
    rejection === "seen" ? expect.stringMatching(new RegExp(`\\b${status}\\b`)) : "sent";
  expect(await send({ name: "", message: "" })).toEqual(rejected(422));
  expect(await storedFields(owner, form)).toEqual([]);
  expect(await send(TYPED)).toBe("sent");
  expect(await storedFields(owner, form)).toEqual([TYPED]);
  await owner.updateForm(form.id, { status: "paused" });
  expect(await send({ ...TYPED, message: "Too late" })).toEqual(rejected(403));
  expect(await storedFields(owner, form)).toEqual([TYPED]);
}
