import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { PendingSignIn } from "#lib/accounts/second-factor";
import { keyFor, keysFor } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { cookieOptions } from "#lib/session/cookie";

const Pending = z.object({ userId: z.uuid(), passwordKey: z.string(), startedAt: z.int() });
const MAX_AGE_SECONDS = 5 * 60;

export function pendingName(): string {
  return settings().isSecure ? "__Host-sign-in" : "sign-in";
}

/** Cookie attributes of a first step of signing in, for `cookies().set`. */
export function pendingOptions() {
  return { ...cookieOptions(), maxAge: MAX_AGE_SECONDS };
}

function options(key: Buffer) {
  return { password: key.toString("hex"), ttl: MAX_AGE_SECONDS };
}

export function sealPending(pending: PendingSignIn): Promise<string> {
  return sealData(pending, options(keyFor("pending-sign-in")));
}

/** Opens what {@link sealPending} sealed, or returns null. It may be over, or for an old password. */
export async function unsealPending(value: string | undefined): Promise<PendingSignIn | null> {
  if (!value) return null;
  for (const key of keysFor("pending-sign-in")) {
    const { data } = Pending.safeParse(await unsealData(value, options(key)));
    if (data) return data;
  }
  return null;
}
