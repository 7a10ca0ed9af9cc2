"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import {
  authenticatedAction,
  idempotencyKeyOf,
  numberOf,
  textOf,
  textsOf,
} from "#components/form/server-action.ts";
import { triggerDrain } from "#lib/deliveries/drain-trigger";
import { parseInput } from "#lib/http/parse";
import { createToken } from "#lib/tokens/create-token";
import { CreateTokenInput } from "#lib/tokens/schema";
import { revokeToken } from "#lib/tokens/tokens";

export async function createTokenAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseInput(CreateTokenInput, {
      name: textOf(data, "name"),
      scopes: textsOf(data, "scopes"),
      expiresInDays: numberOf(data, "expiresInDays"),
    });
    const created = await createToken(ctx, input, idempotencyKeyOf(data));
    after(triggerDrain);
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
