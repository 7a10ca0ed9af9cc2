"use server";

import { refresh } from "next/cache";
import { revisionOf } from "#components/form/server-action.ts";
import { getPage, removeLogo, saveLogo, savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm } from "../../../form-action";
import { toPageInput } from "./page-input";

export async function savePageAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const revision = revisionOf(data) || null;
      await savePage(ctx, id, parseInput(SavePageInput, { revision, ...toPageInput(data) }));
      refresh();
      return { message: "Saved. Visitors see it now." };
    },
    async (ctx, id) => (await getPage(ctx, id)).revision,
  );
}

/** Saves the selected file; without one, removes the logo if that’s ticked. */
export async function saveLogoAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(formId, data, async (ctx, id) => {
    const file = data.get("logo");
    const bytes = file instanceof File ? await file.arrayBuffer() : new ArrayBuffer(0);
    const isRemoved = bytes.byteLength === 0 && data.has("remove");
    await (isRemoved ? removeLogo(ctx, id) : saveLogo(ctx, id, new Uint8Array(bytes)));
    refresh();
    return { message: isRemoved ? "Logo removed." : "Logo saved. Visitors see it now." };
  });
}
