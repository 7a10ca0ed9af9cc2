import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { SESSION_MAX_MS } from "#lib/accounts/sessions";
import { keyFor } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";

const Sealed = z.object({ sessionId: z.uuid() });
const MAX_AGE_SECONDS = SESSION_MAX_MS / 1000;

function isSecure(): boolean {
  return settings().baseUrl.startsWith("https://");
}

/** `__Host-` needs TLS, but signing in must also work on plain http. */
export function cookieName(): string {
  return isSecure() ? "__Host-session" : "session";
}

/** Session cookie attributes for `cookies().set`. */
export function cookieOptions() {
  return {
    httpOnly: true,
    secure: isSecure(),
    sameSite: "lax",
    path: "/",
    maxAge: MAX_AGE_SECONDS,
  } as const;
}

function password(): string {
  return keyFor("sessions").toString("hex");
}

export function sealSession(sessionId: string): Promise<string> {
  return sealData({ sessionId }, { password: password(), ttl: MAX_AGE_SECONDS });
}

/** The session id in a cookie value, or null if it wasn't sealed here or is too old. */
export async function unsealSession(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  const data = await unsealData(value, { password: password(), ttl: MAX_AGE_SECONDS });
  return Sealed.safeParse(data).data?.sessionId ?? null;
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
  return `${cookieName()}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
}

export async function sessionCookie(sessionId: string): Promise<string> {
  return serialize(await sealSession(sessionId), MAX_AGE_SECONDS);
}

export function endedCookie(): string {
  return serialize("", 0);
}
