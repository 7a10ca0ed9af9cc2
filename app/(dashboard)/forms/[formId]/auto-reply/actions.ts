"use server";

import { refresh } from "next/cache";
import { answerForm, revisionOf, textOf } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { saveAutoresponder } from "#lib/autoresponder/save-autoresponder";
import { SaveAutoresponderInput } from "#lib/autoresponder/schema";
import { getAutoresponder } from "#lib/autoresponder/store";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { checkedId } from "../../../action-id";

export async function saveAutoReplyAction(
  formId: string,
  _: FormState,
  data: FormData,
): Promise<FormState> {
  return answerForm(
    data,
    async () => {
      const ctx = await requireActionContext();
      const input = parseInput(SaveAutoresponderInput, {
        revision: revisionOf(data) || null,
        enabled: data.has("enabled"),
        subject: textOf(data, "subject"),
        message: textOf(data, "message"),
        replyRecipientId: textOf(data, "replyRecipientId"),
      });
      await saveAutoresponder(ctx, checkedId(formId), input);
      refresh();
      return {
        message: input.enabled
          ? "Saved. Visitors who ask for it get this reply."
          : "Saved. Nobody gets it while it is switched off.",
      };
    },
    {
      readRevision: async () =>
        (await getAutoresponder(await requireActionContext(), formId))?.revision ?? "",
    },
  );
}
