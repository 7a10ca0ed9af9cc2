import { hash, type Options, verify } from "@node-rs/argon2";
import { processWide } from "#lib/core/process-wide";

/** CONTRACT section 6: argon2id, 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = {
  algorithm: 2, // argon2id; the enum itself is not importable under isolated modules
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;
const CURRENT = "$argon2id$v=19$m=19456,t=2,p=1$";

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Compared with when an account is unknown, so that the answer takes the same time. */
function decoyHash(): Promise<string> {
  return processWide("decoy-password-hash", () => hashPassword("nobody has this password"));
}

/** @param stored - null for an unknown account, which costs the same time and never matches */
export async function isPasswordRight(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await decoyHash()), password);
  return isRight && stored !== null;
}

/** Whether a stored hash was made with parameters that have changed since. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}
