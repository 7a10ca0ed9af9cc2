"use server";

import { refresh } from "next/cache";
import type { ActionResult } from "#components/form/action-result.ts";
import { authenticatedAction, checkedId, parseFields } from "#components/form/server-action.ts";
import { AppError } from "#lib/core/errors";
import {
  createSavedReply,
  deleteSavedReply,
  updateSavedReply,
} from "#lib/domain/replies/saved-reply";
import { CreateSavedReplyInput } from "#lib/domain/replies/saved-reply-schema";

/** Safe against double submits, because the second one is rejected for its repeated name. */
export async function createSavedReplyAction(_: unknown, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const { name } = await createSavedReply(ctx, parseFields(CreateSavedReplyInput, data));
    refresh();
    return { message: `Saved “${name}”.` };
  });
}

export async function updateSavedReplyAction(
  savedReplyId: string,
  _: unknown,
  data: FormData,
): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseFields(CreateSavedReplyInput, data);
    const { name } = await updateSavedReply(ctx, checkedId(savedReplyId), input);
    refresh();
    return { message: `Saved “${name}”.` };
  });
}

/** Succeeds even if another tab has already deleted it. */
export async function deleteSavedReplyAction(savedReplyId: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await deleteSavedReply(ctx, checkedId(savedReplyId)).catch((failure: unknown) => {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    });
    refresh();
    return { message: "Saved reply deleted." };
  });
}
