"use server";

import { refresh } from "next/cache";
import { authenticatedAction } from "#components/form/server-action.ts";
import { forgetWords } from "#lib/domain/spam/forget-words";
import { setWeeklySummary } from "#lib/domain/spam/weekly-summary";

export async function saveSummaryAction(_: unknown, data: FormData) {
  return authenticatedAction(data, async (ctx) => {
    await setWeeklySummary(ctx, data.has("isWanted"));
    refresh();
    return { message: "Saved." };
  });
}

export async function forgetWordsAction() {
  return authenticatedAction(null, async (ctx) => {
    await forgetWords(ctx);
    refresh();
    return { message: "The words are forgotten." };
  });
}
