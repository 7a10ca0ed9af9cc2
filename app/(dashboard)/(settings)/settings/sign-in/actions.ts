"use server";

import { refresh } from "next/cache";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import {
  actionResult,
  authenticatedAction,
  revisionOf,
  textOf,
} from "#components/form/server-action.ts";
import { SaveSignInProviderInput } from "#lib/domain/accounts/providers/schema";
import {
  getSignInProvider,
  removeSignInProvider,
  saveSignInProvider,
} from "#lib/domain/accounts/providers/workspace-provider";
import { requireActionContext } from "#lib/entry/account/current-session";
import { parseInput } from "#lib/entry/http/parse";

export async function saveSignInProviderAction(
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  const save = async () => {
    const ctx = await requireActionContext();
    const input = parseInput(SaveSignInProviderInput, {
      revision: revisionOf(data) || null,
      name: textOf(data, "name"),
      issuer: textOf(data, "issuer"),
      clientId: textOf(data, "clientId"),
      clientSecret: textOf(data, "clientSecret").trim() || null,
      isRequired: data.has("isRequired"),
      admitsNew: data.has("admitsNew"),
    });
    await saveSignInProvider(ctx, input);
    refresh();
    return { message: "Saved." };
  };
  return actionResult(data, save, async () => {
    const { saved } = await getSignInProvider(await requireActionContext());
    return saved?.revision ?? null;
  });
}

export async function removeSignInProviderAction(): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await removeSignInProvider(ctx);
    refresh();
    return { message: "Removed. Members sign in by their own means again." };
  });
}
