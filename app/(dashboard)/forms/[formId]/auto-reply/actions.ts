"use server";

import { refresh } from "next/cache";
import type { ActionResult, FormState } from "#components/form/action-result";
import { actionResult, revisionOf, textOf } from "#components/form/server-action";
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
): Promise<ActionResult> {
  return actionResult(
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
          ? "Saved. Visitors who opt in get this reply."
          : "Saved. Auto-reply is off.",
      };
    },
    {
      readRevision: async () =>
        (await getAutoresponder(await requireActionContext(), formId))?.revision ?? "",
    },
  );
}
