"use server";

import { refresh } from "next/cache";
import { getFields, saveFields } from "#lib/domain/forms/fields/form-fields";
import { guessFields } from "#lib/domain/forms/fields/guess-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { UpdateFormInput } from "#lib/domain/forms/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { readRecentContents } from "#lib/domain/submissions/inbox/recent-contents";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, saveRevised } from "../../form-action";

const FIELDS = { schema: SaveFieldsInput, save: saveFields, read: getFields };

export async function saveFieldsAction(formId: string, input: unknown) {
  return saveRevised(formId, input, FIELDS);
}

/** Fields as the form's latest messages have them. */
export async function guessFieldsAction(formId: string) {
  return actionOnForm(formId, null, async (ctx, id) =>
    guessFields(await readRecentContents(ctx, id)),
  );
}

/** Sets the honeypot or the thank-you page that a pasted form has. */
export async function adoptSettingAction(formId: string, settings: unknown) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await updateForm(ctx, id, parseInput(UpdateFormInput, { settings }));
    refresh();
  });
}
