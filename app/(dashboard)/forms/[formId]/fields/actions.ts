"use server";

import { refresh } from "next/cache";
import { AppError } from "#lib/core/errors";
import { guessFields } from "#lib/fields/guess-fields";
import { SaveFieldsInput } from "#lib/fields/schema";
import { getFields, saveFields } from "#lib/forms/form-fields";
import { UpdateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { parseInput } from "#lib/http/parse";
import { readRecentContents } from "#lib/submissions/recent-contents";
import { actionOnForm } from "../../form-action";
import { isSaved } from "./draft";

/** Never overwrites fields the user hasn't seen: a conflict carries the revision that is saved now. */
export async function saveFieldsAction(formId: string, input: unknown) {
  return actionOnForm(
    formId,
    null,
    async (ctx, id) => {
      const list = parseInput(SaveFieldsInput, input);
      try {
        return await saveFields(ctx, id, list);
      } catch (failure) {
        if (!(failure instanceof AppError && failure.code === "revision_conflict")) throw failure;
        const saved = await getFields(ctx, id);
        // After a lost response these fields are already saved.
        if (isSaved(saved, list)) return saved;
        throw failure;
      }
    },
    async (ctx, id) => (await getFields(ctx, id)).revision,
  );
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
