import { randomBase62 } from "#lib/core/ids";

/** A new public key: not guessable, though it opens nothing but the way in. */
export function makePublicKey(): string {
  return randomBase62(24);
}
