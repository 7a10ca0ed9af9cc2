"use server";

import { refresh } from "next/cache";
import { numberOf, revisionOf, textOf, textsOf } from "#components/form/server-action.ts";
import { getForm, getFormOptions } from "#lib/domain/forms/forms";
import { serializeBase } from "#lib/domain/forms/rules";
import { SaveFormInput } from "#lib/domain/forms/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, parseJson } from "../../form-action";

function typedSettings(data: FormData): unknown {
  const isKeptForever = textOf(data, "messageRetentionDays").trim() === "";
  return {
    name: textOf(data, "name"),
    recipientIds: textsOf(data, "recipientIds"),
    uploadTypes: textsOf(data, "uploadTypes"),
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
function inKeptOrder(selected: readonly string[], seen: readonly string[] = []): string[] {
  return [
    ...seen.filter((id) => selected.includes(id)),
    ...selected.filter((id) => !seen.includes(id)),
  ];
}

export async function updateFormAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const seen = parseInput(SaveFormInput, parseJson(revisionOf(data)));
      const input = parseInput(SaveFormInput, typedSettings(data));
      const recipientIds = inKeptOrder(input.recipientIds ?? [], seen.recipientIds);
      await updateForm(ctx, id, { ...input, recipientIds }, seen);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => {
      const { uploadTypes } = await getFormOptions(ctx, id);
      return serializeBase(await getForm(ctx, id), { uploadTypes });
    },
  );
}
