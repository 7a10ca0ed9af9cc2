import type { Page } from "@playwright/test";
import type { Form } from "#lib/forms/schema";
import type { Fields } from "#tests/clients/support/proof";
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
