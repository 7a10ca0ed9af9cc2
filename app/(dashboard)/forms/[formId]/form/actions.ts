"use server";

import { refresh } from "next/cache";
import { logoOf, revisionOf } from "#components/form/server-action.ts";
import { getFields, saveFields } from "#lib/domain/forms/fields/form-fields";
import { guessFields } from "#lib/domain/forms/fields/guess-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { getPage, savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { UpdateFormInput } from "#lib/domain/forms/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { readRecentContents } from "#lib/domain/submissions/inbox/recent-contents";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, saveRevised } from "../../form-action";
import { toPageInput } from "./page-input";

const FIELDS = { schema: SaveFieldsInput, save: saveFields, read: getFields };

export async function saveFieldsAction(formId: string, input: unknown) {
  return saveRevised(formId, input, FIELDS);
}

/** Saves the texts and look of the form's pages, with the logo. */
export async function savePageAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const revision = revisionOf(data) || null;
      const input = parseInput(SavePageInput, { revision, ...toPageInput(data) });
      await savePage(ctx, id, input, await logoOf(data));
      refresh();
      return { message: "Saved. Visitors see it now." };
    },
    async (ctx, id) => (await getPage(ctx, id)).revision,
  );
}

/** Guesses fields from the form's latest messages. */
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
