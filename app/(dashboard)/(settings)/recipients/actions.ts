"use server";

import { refresh } from "next/cache";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { authenticatedAction, checkedId, parseFields } from "#components/form/server-action.ts";
import { AppError } from "#lib/core/errors";
import { removeRecipient } from "#lib/domain/emails/remove-recipient";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { AddRecipientInput } from "#lib/domain/recipients/schema";

export async function addRecipientAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const recipient = await addRecipient(ctx, parseFields(AddRecipientInput, data));
    refresh();
    return {
      message:
        recipient.status === "verified"
          ? `${recipient.email} is already confirmed.`
          : `Confirmation email sent to ${recipient.email}.`,
    };
  });
}

/** Succeeds even if another tab has already removed it. */
export async function removeRecipientAction(recipientId: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await removeRecipient(ctx, checkedId(recipientId)).catch((failure: unknown) => {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    });
    refresh();
    return { message: "Recipient removed." };
  });
}
