import { createHmac } from "node:crypto";
import { v7 } from "uuid";
import { z } from "zod";
import type { Context } from "#lib/core/context";
import { keyFor } from "#lib/core/secrets";

/** How long what a page has asked for under its key is answered again when it asks again. */
const REPEAT_MS = 10 * 60_000;
const TIME_DIGITS = 12;

/**
 * What a page of the dashboard names an attempt by, a UUIDv7 of its own making: sent twice, after a
 * double click or a lost answer, the same attempt has one effect. The management API has no such key.
 */
export const IdempotencyKey = z
  .uuidv7("is out of date: load the page again")
  .brand<"IdempotencyKey">();
export type IdempotencyKey = z.output<typeof IdempotencyKey>;

/**
 * The id of what is made under a key, a UUIDv7 as well. It depends on workspace, purpose and our own
 * secret: whatever key a browser sends, it can neither choose an id nor ask whether one is taken.
 */
export function idUnderKey(ctx: Context, purpose: string, key: IdempotencyKey): string {
  const digest = createHmac("sha256", keyFor("once"))
    .update(`${ctx.workspaceId} ${purpose} ${key}`)
    .digest();
  return v7({
    random: digest.subarray(0, 16),
    msecs: Number.parseInt(key.replaceAll("-", "").slice(0, TIME_DIGITS), 16),
    seq: digest.readUInt32BE(16),
  });
}

/** Whether what was made then may be answered again. */
export function isRepeatable(ctx: Context, madeAt: Date): boolean {
  return ctx.now.getTime() - madeAt.getTime() < REPEAT_MS;
}
