"use server";

import { refresh } from "next/cache";
import { guessFields } from "#lib/fields/guess-fields";
import { SaveFieldsInput } from "#lib/fields/schema";
import { getFields, saveFields } from "#lib/forms/form-fields";
import { UpdateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { parseInput } from "#lib/http/parse";
import { readRecentContents } from "#lib/submissions/recent-contents";
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
