import { createHmac, randomBytes, randomFillSync } from "node:crypto";
import { v7 } from "uuid";
import { z } from "zod";
import type { Context } from "#lib/core/context";
import { keyFor } from "#lib/core/secrets";

/** The bytes of a UUID. */
export const ID_BYTES = 16;
/**
 * Random bytes fetched in bulk, because requesting 16 bytes from the system costs more than
 * building the ID.
 */
const reserve = new Uint8Array(ID_BYTES * 256);
let used = reserve.length;
let lastMs = 0;
let sequence = 0;

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** Creates a lowercase UUIDv7. IDs of one process sort by creation even within a millisecond. */
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
    // Starts in the lower half of the range, to leave room for counting up.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
  } else sequence += 1;
  return v7({ random, msecs: lastMs, seq: sequence });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether a path parameter can be one of our ids; anything else is reported as not found. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Returns `length` uniform base62 characters. Bytes from 248 up are dropped, because using them
 * would bias the result.
 */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  return text;
}

/** A repeated request with the same key gets the same result for this long. */
const REPEAT_MS = 10 * 60_000;
const TIME_DIGITS = 12;

/**
 * A UUIDv7 that a dashboard page creates for each attempt. Sent twice, after a double click or a lost
 * response, the attempt takes effect once. The management API has no such key.
 */
export const IdempotencyKey = z.uuidv7("is out of date. Reload the page").brand<"IdempotencyKey">();
export type IdempotencyKey = z.output<typeof IdempotencyKey>;

/**
 * Returns the ID, a UUIDv7, of a resource that is created under a key. It depends on workspace, purpose,
 * and our secret, so a browser can neither select an ID nor find out whether one exists.
 */
export function idUnderKey(ctx: Context, purpose: string, key: IdempotencyKey): string {
  return derivedId(ctx.workspaceId, purpose, key);
}

/**
 * Works like {@link idUnderKey} for a resource that belongs to no workspace yet: the ID depends on
 * the user instead.
 */
export function idOfUserUnderKey(userId: string, purpose: string, key: IdempotencyKey): string {
  return derivedId(userId, purpose, key);
}

function derivedId(owner: string, purpose: string, key: IdempotencyKey): string {
  const digest = createHmac("sha256", keyFor("once")).update(`${owner} ${purpose} ${key}`).digest();
  return v7({
    random: digest.subarray(0, 16),
    msecs: Number.parseInt(key.replaceAll("-", "").slice(0, TIME_DIGITS), 16),
    seq: digest.readUInt32BE(16),
  });
}

/** Returns whether a resource created at this time may still be returned to a repeated request. */
export function isRepeatable(ctx: Context, createdAt: Date): boolean {
  return ctx.now.getTime() - createdAt.getTime() < REPEAT_MS;
}
