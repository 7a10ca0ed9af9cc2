import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { keyFor, keysFor } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { KNOWN_BROWSER_MS } from "#lib/domain/accounts/open-session";
import { FLOW_MS, ProviderFlow } from "#lib/domain/accounts/providers/provider-flow";
import { SESSION_MAX_MS } from "#lib/domain/accounts/sessions";

const MAX_AGES = {
  session: SESSION_MAX_MS / 1000,
  device: KNOWN_BROWSER_MS / 1000,
  "sign-in": 5 * 60,
  provider: FLOW_MS / 1000,
};

/**
 * The cookies: the session (sealed); the lasting secret of a known browser; the first step of signing in (sealed); and
 * a sign-in in progress at a provider (sealed).
 */
type CookieKind = keyof typeof MAX_AGES;

/** `__Host-` needs TLS, but signing in must also work on plain http. */
export function cookieName(kind: CookieKind = "session"): string {
  return settings().isSecure ? `__Host-${kind}` : kind;
}

/** A cookie for `cookies().set`. */
export function cookieOf(kind: CookieKind, value: string, maxAge = MAX_AGES[kind]) {
  const secure = settings().isSecure;
  const name = cookieName(kind);
  return { name, value, httpOnly: true, secure, sameSite: "lax", path: "/", maxAge } as const;
}

const SESSION = {
  purpose: "sessions",
  ttl: MAX_AGES.session,
  shape: z.object({ sessionId: z.uuid() }),
} as const;
/**
 * The cookie of the first step of signing in. That step may have expired, or be for an old
 * password.
 */
export const PENDING = {
  purpose: "pending-sign-in",
  ttl: MAX_AGES["sign-in"],
  shape: z.object({ userId: z.uuid(), passwordKey: z.string(), startedAt: z.int() }),
} as const;

/** A sign-in that is at a provider. It may be over. */
export const FLOW = {
  purpose: "provider-sign-in",
  ttl: MAX_AGES.provider,
  shape: ProviderFlow,
} as const;

type Seal<T> = { purpose: Parameters<typeof keyFor>[0]; ttl: number; shape: z.ZodType<T> };

export function seal<T>({ purpose, ttl }: Seal<T>, data: T): Promise<string> {
  return sealData(data, { password: keyFor(purpose).toString("hex"), ttl });
}

/**
 * Returns the content of a cookie value, or null if it wasn't sealed here or is too old. Cookies
 * sealed before SECRET_KEY was changed stay valid as long as the old key is set.
 */
export async function unseal<T>(
  { purpose, ttl, shape }: Seal<T>,
  value?: string,
): Promise<T | null> {
  if (!value) return null;
  for (const key of keysFor(purpose)) {
    const { data } = shape.safeParse(
      await unsealData(value, { password: key.toString("hex"), ttl }),
    );
    if (data) return data;
  }
  return null;
}

export function sealSession(sessionId: string): Promise<string> {
  return seal(SESSION, { sessionId });
}

export async function unsealSession(value: string | undefined): Promise<string | null> {
  return (await unseal(SESSION, value))?.sessionId ?? null;
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

/** Returns the value of `Set-Cookie`. The secret of `device` comes from `rememberBrowser`. */
export function setCookie(kind: CookieKind, value: string, maxAge = MAX_AGES[kind]): string {
  return `${cookieName(kind)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${settings().isSecure ? "; Secure" : ""}`;
}
