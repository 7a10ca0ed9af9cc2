import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { becomeOther } from "#tests/e2e/support/team";
import type { View } from "#tests/e2e/support/view";
import type { World } from "#tests/e2e/support/world";
import { Owner } from "#tests/support/factories/owner";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";

/** A workspace whose only recipient gets no notifications, because one of them came back. */
export type Bounced = {
  owner: Owner;
  form: Form;
  recipient: { id: string; email: string };
  /** The message whose notification came back, its captured email, and the message after it. */
  messageId: string;
  emailId: string;
  laterId: string;
};

const FIELDS = { name: "Ada Lovelace", email: "ada@example.com", message: "Hello there" };

/** Signs in as the owner of a new workspace, and makes a notification bounce. */
export async function bounce(page: Page, baseUrl: string): Promise<Bounced> {
  const owner = await Owner.signUp(baseUrl);
  const recipient = await owner.addVerifiedRecipient();
  const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
  const messageId = await sendMessage(baseUrl, form, FIELDS);
  const { id: emailId } = await owner.awaitEmail("notification", recipient.email);
  await becomeOther(page.context(), owner);
  await page.goto(`/test-inbox/${emailId}`);
  await page.getByRole("button", { name: "Simulate a bounce" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Simulate a bounce" }).click();
  await page.getByText("As if the mailbox didn’t exist").waitFor();
  const laterId = await sendMessage(baseUrl, form, FIELDS);
  await eventually("the cancellation", async () => {
    const { deliveries } = await owner.readMessage(laterId);
    return deliveries.find(({ status }) => status === "cancelled");
  });
  return { owner, form, recipient, messageId, emailId, laterId };
}

function bouncedAt(name: string, path: (bounced: Bounced) => string): View {
  return {
    name,
    open: async (page: Page, { owner: { baseUrl } }: World) => {
      await page.goto(path(await bounce(page, baseUrl)));
    },
  };
}

/** Pages of the dashboard that show bounced emails. */
export const BOUNCED_VIEWS: readonly View[] = [
  bouncedAt("captured-email-bounced", ({ emailId }) => `/test-inbox/${emailId}`),
  bouncedAt("recipient-bounced", () => "/recipients"),
  bouncedAt("deliveries-bounced", () => "/deliveries"),
  bouncedAt("message-bounced", ({ messageId }) => `/inbox?message=${messageId}`),
  bouncedAt("message-not-notified", ({ laterId }) => `/inbox?message=${laterId}`),
  bouncedAt("diagnostics-bounced", ({ form: { id } }) => `/forms/${id}/diagnostics`),
];
