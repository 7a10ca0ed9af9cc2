import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { KNOWN_BROWSER_MS } from "#lib/accounts/open-session";
import { SESSION_MAX_MS } from "#lib/accounts/sessions";
import { keyFor, keysFor } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";

const Sealed = z.object({ sessionId: z.uuid() });
const MAX_AGE_SECONDS = SESSION_MAX_MS / 1000;
const MAX_AGES = { session: MAX_AGE_SECONDS, device: KNOWN_BROWSER_MS / 1000 };

/** The session, sealed; and a secret that lasts, by which a browser is known at the next sign-in. */
type CookieKind = keyof typeof MAX_AGES;

/** `__Host-` needs TLS, but signing in must also work on plain http. */
export function cookieName(kind: CookieKind = "session"): string {
  return settings().isSecure ? `__Host-${kind}` : kind;
}

/** Cookie attributes for `cookies().set`. */
export function cookieOptions(kind: CookieKind = "session") {
  return {
    httpOnly: true,
    secure: settings().isSecure,
    sameSite: "lax",
    path: "/",
    maxAge: MAX_AGES[kind],
  } as const;
}

function options(key: Buffer) {
  return { password: key.toString("hex"), ttl: MAX_AGE_SECONDS };
}

export function sealSession(sessionId: string): Promise<string> {
  return sealData({ sessionId }, options(keyFor("sessions")));
}

/**
 * The session id in a cookie value, or null if it wasn't sealed here or is too old. Cookies sealed before
 * SECRET_KEY was changed stay valid as long as the old key is set.
 */
export async function unsealSession(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  for (const key of keysFor("sessions")) {
    const { data } = Sealed.safeParse(await unsealData(value, options(key)));
    if (data) return data.sessionId;
  }
  return null;
}

/** A cookie's value in a Cookie header. */
export function cookieValue(
  header: string | null,
  kind: CookieKind = "session",
): string | undefined {
  const prefix = `${cookieName(kind)}=`;
  return header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length);
}

function serialize(kind: CookieKind, value: string, maxAge = MAX_AGES[kind]): string {
  return `${cookieName(kind)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${settings().isSecure ? "; Secure" : ""}`;
}

export async function sessionCookie(sessionId: string): Promise<string> {
  return serialize("session", await sealSession(sessionId));
}

/** @param device - the secret of `rememberBrowser` */
export function deviceCookie(device: string): string {
  return serialize("device", device);
}

export function endedCookie(): string {
  return serialize("session", "", 0);
}
