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
    uploadTypes: textsOf(data, "uploadTypes"),
    scriptAnswer: textOf(data, "scriptAnswer"),
    settings: {
      redirectUrl: textOf(data, "redirectUrl").trim(),
      messageRetentionDays: isKeptForever ? null : numberOf(data, "messageRetentionDays"),
      uploads: {
        enabled: data.has("uploadsEnabled"),
        retentionDays: numberOf(data, "uploadsRetentionDays"),
      },
    },
  };
}

export async function updateFormAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const seen = parseInput(SaveFormInput, parseJson(revisionOf(data)));
      const input = parseInput(SaveFormInput, typedSettings(data));
      await updateForm(ctx, id, input, seen);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => {
      const { uploadTypes, scriptAnswer } = await getFormOptions(ctx, id);
      return serializeBase(await getForm(ctx, id), { uploadTypes, scriptAnswer });
    },
  );
}
