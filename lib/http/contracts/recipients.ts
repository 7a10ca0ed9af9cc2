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
    summary: "List all recipients, oldest first",
    scope: "recipients:read",
    responses: {
      200: {
        description: "All recipients; there are no pages.",
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
    summary: "Add an address, or send its verification again",
    scope: "recipients:write",
    body: AddRecipientInput,
    responses: {
      200: {
        description: "The address is verified already; nothing was sent.",
        schema: z.strictObject({ data: Recipient }),
      },
      202: {
        description: "A verification mail is on its way.",
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
