"use server";

import { refresh } from "next/cache";
import type { ActionResult, FormState } from "#components/form/action-result";
import { actionResult, numberOf, textOf, textsOf } from "#components/form/server-action";
import { getForm } from "#lib/forms/forms";
import { UpdateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { checkedId } from "../../../action-id";
import { parseBase, serializeBase } from "../../revision";

function typedSettings(data: FormData): unknown {
  const isKeptForever = textOf(data, "messageRetentionDays").trim() === "";
  return {
    name: textOf(data, "name"),
    recipientIds: textsOf(data, "recipientIds"),
    settings: {
      subject: textOf(data, "subject"),
      redirectUrl: textOf(data, "redirectUrl").trim(),
      messageRetentionDays: isKeptForever ? null : numberOf(data, "messageRetentionDays"),
      uploads: {
        enabled: data.has("uploadsEnabled"),
        retentionDays: numberOf(data, "uploadsRetentionDays"),
      },
    },
  };
}

/** Keeps the order of existing recipients; new ones follow. */
function inKeptOrder(chosen: readonly string[], seen: readonly string[] = []): string[] {
  return [
    ...seen.filter((id) => chosen.includes(id)),
    ...chosen.filter((id) => !seen.includes(id)),
  ];
}

export async function updateFormAction(
  formId: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return actionResult(
    data,
    async () => {
      const ctx = await requireActionContext();
      const seen = parseBase(data);
      const input = parseInput(UpdateFormInput, typedSettings(data));
      const recipientIds = inKeptOrder(input.recipientIds ?? [], seen.recipientIds);
      await updateForm(ctx, checkedId(formId), { ...input, recipientIds }, seen);
      refresh();
      return { message: "Saved." };
    },
    {
      readRevision: async () => serializeBase(await getForm(await requireActionContext(), formId)),
    },
  );
}
