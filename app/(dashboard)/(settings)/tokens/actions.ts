"use server";

import { refresh } from "next/cache";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import {
  authenticatedAction,
  idempotencyKeyOf,
  numberOf,
  textOf,
  textsOf,
} from "#components/form/server-action.ts";
import { disconnectApp } from "#lib/domain/grants/connected-apps";
import { createToken } from "#lib/domain/tokens/create-token";
import { CreateTokenInput } from "#lib/domain/tokens/schema";
import { revokeToken } from "#lib/domain/tokens/tokens";
import { parseInput } from "#lib/entry/http/parse";

export async function createTokenAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseInput(CreateTokenInput, {
      name: textOf(data, "name"),
      scopes: textsOf(data, "scopes"),
      expiresInDays: numberOf(data, "expiresInDays"),
    });
    const created = await createToken(ctx, input, idempotencyKeyOf(data));
    return { message: created.name, secret: created.token };
  });
}

export async function revokeTokenAction(tokenId: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await revokeToken(ctx, tokenId);
    refresh();
    return { message: "Token revoked." };
  });
}

export async function disconnectAppAction(id: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await disconnectApp(ctx, id);
    refresh();
    return { message: "App disconnected." };
  });
}
