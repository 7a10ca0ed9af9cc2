"use server";

import { refresh } from "next/cache";
import { answerForm, numberOf, onceKeyOf, textOf, textsOf } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { createToken } from "#lib/tokens/create-token";
import { CreateTokenInput } from "#lib/tokens/schema";
import { revokeToken } from "#lib/tokens/tokens";

export async function createTokenAction(_: FormState, data: FormData): Promise<FormState> {
  return answerForm(data, async () => {
    const ctx = await requireActionContext();
    const input = parseInput(CreateTokenInput, {
      name: textOf(data, "name"),
      scopes: textsOf(data, "scopes"),
      expiresInDays: numberOf(data, "expiresInDays"),
    });
    const created = await createToken(ctx, input, onceKeyOf(data));
    return { message: created.name, secret: created.token };
  });
}

export async function revokeTokenAction(tokenId: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await revokeToken(ctx, tokenId);
    refresh();
    return { message: "The token is revoked." };
  });
}
