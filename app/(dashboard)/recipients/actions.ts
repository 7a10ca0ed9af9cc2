"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import { answerForm, textOf } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { parseInput } from "#lib/http/parse";
import { addRecipient } from "#lib/recipients/add-recipient";
import { AddRecipientInput } from "#lib/recipients/schema";
import { requireActionContext } from "#lib/session/current-session";

/** Adds an address, or mails the verification of a pending one again: the verb is the same. */
export async function addRecipientAction(_: FormState, data: FormData): Promise<FormState> {
  return answerForm(data, async () => {
    const ctx = await requireActionContext();
    const input = parseInput(AddRecipientInput, { email: textOf(data, "email") });
    const recipient = await addRecipient(ctx, input);
    after(triggerDrain);
    refresh();
    return {
      message:
        recipient.status === "verified"
          ? `${recipient.email} is verified already.`
          : `Verification sent to ${recipient.email}.`,
    };
  });
}
