import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** A new UUIDv7: lowercase, ordered by creation time. */
export function newId(): string {
  return v7();
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
