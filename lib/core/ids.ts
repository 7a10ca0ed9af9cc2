import { createHmac, randomBytes, randomFillSync } from "node:crypto";
import { v7 } from "uuid";
import { z } from "zod";
import type { Context } from "#lib/core/context";
import { keyFor } from "#lib/core/secrets";

const ID_BYTES = 16;
/** Asking the system for 16 bytes costs more than making the id: random bytes come by the thousand. */
const reserve = new Uint8Array(ID_BYTES * 256);
let used = reserve.length;
let lastMs = 0;
let sequence = 0;

/** A new UUIDv7: lowercase, ordered by creation time, also within a millisecond of this process. */
export function newId(): string {
  if (used === reserve.length) {
    randomFillSync(reserve);
    used = 0;
  }
  const random = reserve.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // Half of the range at most, so that counting up within the millisecond has room.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
  } else sequence += 1;
  return v7({ random, msecs: lastMs, seq: sequence });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a path parameter can be one of our ids; anything else is answered as not found. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters of base62, each uniform (62 of 256 byte values are rejected, not folded). */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  return text;
}

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
