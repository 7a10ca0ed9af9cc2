"use server";

import { refresh } from "next/cache";
import { revisionOf, textOf, textsOf } from "#components/form/server-action.ts";
import { getForm } from "#lib/domain/forms/forms";
import { getOptions, saveOptions } from "#lib/domain/forms/options/form-options";
import { SaveOptionsInput } from "#lib/domain/forms/options/options-schema";
import { serializeBase } from "#lib/domain/forms/rules";
import { SaveFormInput } from "#lib/domain/forms/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, parseJsonOrNull } from "../../form-action";

/** Keeps the order of existing recipients; new ones follow. */
function inKeptOrder(selected: readonly string[], seen: readonly string[] = []): string[] {
  return [
    ...seen.filter((id) => selected.includes(id)),
    ...selected.filter((id) => !seen.includes(id)),
  ];
}

export async function saveFilesAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const input = parseInput(SaveOptionsInput, {
        ...(await getOptions(ctx, id)),
        revision: revisionOf(data) || null,
        attachFiles: data.has("attachFiles"),
      });
      await saveOptions(ctx, id, input);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => (await getOptions(ctx, id)).revision ?? "",
  );
}

export async function saveNotifyAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const seen = parseInput(SaveFormInput, parseJsonOrNull(revisionOf(data)));
      const input = parseInput(SaveFormInput, {
        recipientIds: textsOf(data, "recipientIds"),
        settings: { subject: textOf(data, "subject") },
      });
      const recipientIds = inKeptOrder(input.recipientIds ?? [], seen.recipientIds);
      await updateForm(ctx, id, { ...input, recipientIds }, seen);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => serializeBase(await getForm(ctx, id), {}),
  );
}
