"use server";

import { refresh } from "next/cache";
import { authenticatedAction } from "#components/form/server-action.ts";
import { forgetWords } from "#lib/domain/spam/forget-words";

export async function forgetWordsAction() {
  return authenticatedAction(null, async (ctx) => {
    await forgetWords(ctx);
    refresh();
    return { message: "The words are forgotten." };
  });
}
