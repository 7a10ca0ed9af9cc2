"use server";

import { refresh } from "next/cache";
import { revisionOf, textOf } from "#components/form/server-action.ts";
import { getAutoresponder, saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { SaveAutoresponderInput } from "#lib/domain/emails/auto-reply/schema";
import { getPage, savePage } from "#lib/domain/forms/page/form-page";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm } from "../../../form-action";

export async function saveAutoReplyAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const input = parseInput(SaveAutoresponderInput, {
        revision: revisionOf(data) || null,
        enabled: data.has("enabled"),
        subject: textOf(data, "subject"),
        message: textOf(data, "message"),
        replyRecipientId: textOf(data, "replyRecipientId"),
        includeAnswers: textOf(data, "includeAnswers"),
      });
      await saveAutoresponder(ctx, id, input);
      refresh();
      return {
        message: input.enabled
          ? "Saved. Visitors who opt in get this reply."
          : "Saved. Auto-reply is off.",
      };
    },
    async (ctx, id) => (await getAutoresponder(ctx, id))?.revision ?? null,
  );
}

/** Turns double opt-in on or off. The rest of the form's page doesn’t change. */
export async function saveConfirmationAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const page = await getPage(ctx, id);
      const confirmEmail = data.has("confirmEmail");
      await savePage(ctx, id, { ...page, revision: revisionOf(data) || null, confirmEmail });
      refresh();
      return {
        message: confirmEmail
          ? "Saved. New messages wait for their sender."
          : "Saved. Messages arrive at once.",
      };
    },
    async (ctx, id) => (await getPage(ctx, id)).revision,
  );
}
