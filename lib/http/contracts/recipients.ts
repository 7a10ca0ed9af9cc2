import { z } from "zod";
import { defineEndpoint } from "#lib/http/endpoint";
import { addRecipient } from "#lib/recipients/add-recipient";
import {
  AddRecipientInput,
  MAX_RECIPIENTS,
  Recipient,
  RecipientPending,
} from "#lib/recipients/schema";
import { listRecipients } from "#lib/recipients/store";

export const recipientEndpoints = [
  defineEndpoint({
    operationId: "listRecipients",
    method: "GET",
    path: "/v1/recipients",
    tag: "Recipients",
    summary: "List recipients",
    scope: "recipients:read",
    responses: {
      200: {
        description: "Returns every recipient. This list isn't paginated.",
        schema: z.strictObject({
          data: z.array(Recipient).max(MAX_RECIPIENTS).describe("All recipients, oldest first."),
        }),
      },
    },
    run: async (ctx) => ({ status: 200, body: { data: await listRecipients(ctx) } }),
  }),
  defineEndpoint({
    operationId: "addRecipient",
    method: "POST",
    path: "/v1/recipients",
    tag: "Recipients",
    summary: "Add a recipient or resend its verification email",
    scope: "recipients:write",
    body: AddRecipientInput,
    responses: {
      200: {
        description: "The address is already verified, so no email was sent.",
        schema: z.strictObject({ data: Recipient }),
      },
      202: {
        description: "A verification email was sent.",
        schema: z.strictObject({ data: RecipientPending }),
      },
    },
    errors: ["recipient_limit_reached", "verification_cooldown"],
    queues: true,
    run: async (ctx, { body }) => {
      const recipient = await addRecipient(ctx, body);
      return { status: recipient.status === "verified" ? 200 : 202, body: { data: recipient } };
    },
  }),
];
