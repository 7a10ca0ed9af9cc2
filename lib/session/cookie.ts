import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { SESSION_MAX_MS } from "#lib/accounts/sessions";
import { keyFor, keysFor } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";

const Sealed = z.object({ sessionId: z.uuid() });
const MAX_AGE_SECONDS = SESSION_MAX_MS / 1000;

/** `__Host-` needs TLS, but signing in must also work on plain http. */
export function cookieName(): string {
  return settings().isSecure ? "__Host-session" : "session";
}

/** Session cookie attributes for `cookies().set`. */
export function cookieOptions() {
  return {
    httpOnly: true,
    secure: settings().isSecure,
    sameSite: "lax",
    path: "/",
    maxAge: MAX_AGE_SECONDS,
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

/** The session cookie's value in a Cookie header. */
export function cookieValue(header: string | null): string | undefined {
  const prefix = `${cookieName()}=`;
  return header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length);
}

function serialize(value: string, maxAge: number): string {
  return `${cookieName()}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${settings().isSecure ? "; Secure" : ""}`;
}

export async function sessionCookie(sessionId: string): Promise<string> {
  return serialize(await sealSession(sessionId), MAX_AGE_SECONDS);
}

export function endedCookie(): string {
  return serialize("", 0);
}
