import { z } from "zod";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import {
  AddRecipientInput,
  MAX_RECIPIENTS,
  Recipient,
  RecipientPending,
} from "#lib/domain/recipients/schema";
import { listRecipients } from "#lib/domain/recipients/store";
import { jsonResponse } from "#lib/entry/http/respond";
import { IDS, recipient, TIMES } from "#lib/entry/management/contracts/examples/example";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const pending: RecipientPending = {
  id: IDS.newRecipient,
  email: "sales@example.com",
  status: "pending",
  verifiedAt: null,
  createdAt: TIMES.now,
  blockedReason: null,
  verificationSentAt: TIMES.now,
  resendAvailableAt: TIMES.now + 60_000,
};

export const recipientEndpoints = withTag({ tag: "Recipients" }, [
  defineEndpoint("GET /v1/recipients", {
    operationId: "listRecipients",
    summary: "List recipients",
    description:
      "Returns all recipients of the workspace, at most 20, and whether they're verified. Use it to find the IDs that forms, routing rules, and auto-replies need.",
    scope: "recipients:read",
    responses: {
      200: dataResponse(
        "Returns every recipient. This list isn't paginated.",
        z.array(Recipient).max(MAX_RECIPIENTS).describe("All recipients, oldest first."),
        [recipient],
      ),
    },
    data: (ctx) => listRecipients(ctx),
  }),
  defineEndpoint("POST /v1/recipients", {
    operationId: "addRecipient",
    summary: "Add a recipient or resend its confirmation email",
    description:
      "Adds an email address and sends it a confirmation link, or sends the link again if the address is still pending. An address that bounced or complained gets a new link too, and confirming it lifts the block. A form can use the recipient only after its owner has confirmed. A repeat within a minute is a 429 `verification_cooldown`. So is a fourth email to an address within an hour, a sixth from all workspaces, and a 21st email within an hour or a 61st within a day from a workspace or network. Until an owner has confirmed their own address, it’s a 403 `address_unconfirmed`. A 21st address is a 429 `recipient_limit_reached`.",
    scope: "recipients:write",
    body: AddRecipientInput,
    example: { body: { email: pending.email } },
    responses: {
      200: dataResponse(
        "The address is already verified and isn't blocked, so no email was sent.",
        Recipient,
        {
          ...recipient,
          email: pending.email,
        },
      ),
      202: dataResponse("A confirmation email was sent.", RecipientPending, pending),
    },
    errors: ["address_unconfirmed", "recipient_limit_reached", "verification_cooldown"],
    queues: true,
    run: async (ctx, { body }) => {
      const data = await addRecipient(ctx, body);
      return jsonResponse(data.status === "verified" ? 200 : 202, { data });
    },
  }),
]);
