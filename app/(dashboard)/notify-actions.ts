"use server";

import { refresh } from "next/cache";
import { authenticatedAction, checkedId } from "#components/form/server-action.ts";
import { SaveNotificationChoiceInput } from "#lib/domain/emails/digests/choice-schema";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { parseInput } from "#lib/entry/http/parse";

export async function saveFrequencyAction(formId: string, memberId: string, choice: object) {
  return authenticatedAction(null, async (ctx) => {
    const input = parseInput(SaveNotificationChoiceInput, { ...choice, memberId });
    await saveNotificationChoice(ctx, checkedId(formId), input);
    refresh();
    return { message: "Saved." };
  });
}
