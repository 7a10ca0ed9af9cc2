"use server";

import { refresh } from "next/cache";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { actionResult, logoOf, revisionOf, textOf } from "#components/form/server-action.ts";
import { getBrand, saveBrand } from "#lib/domain/brand/brand";
import { SaveBrandInput } from "#lib/domain/brand/brand-schema";
import { requireActionContext } from "#lib/entry/account/current-session";
import { parseInput } from "#lib/entry/http/parse";

/** Saves the brand with the selected file; without one, removes the logo if the box is checked. */
export async function saveBrandAction(_: FormState, data: FormData): Promise<ActionResult> {
  const own = (name: string) => textOf(data, name).trim() || null;
  const save = async () => {
    const ctx = await requireActionContext();
    const input = parseInput(SaveBrandInput, {
      revision: revisionOf(data) || null,
      name: own("name"),
      replyName: own("replyName"),
      color: own("color"),
    });
    await saveBrand(ctx, input, await logoOf(data));
    refresh();
    return { message: "Saved. Visitors see it now." };
  };
  return actionResult(data, save, async () => {
    const { revision } = await getBrand(await requireActionContext());
    return revision;
  });
}
