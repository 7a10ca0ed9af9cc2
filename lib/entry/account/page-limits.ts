import { consume } from "#lib/adapters/limiter/limiter";
import { callerOf } from "#lib/core/client-address";
import { countOf } from "#lib/core/count";
import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { cookieValue, unsealSession } from "#lib/entry/account/cookie";
import { type HttpHeaders, MAX_PAGE_BODY_BYTES } from "#lib/entry/http/http-types";

/** The largest body without a session. The largest real one is a sign-up. */
export const MAX_OPEN_PAGE_BODY_BYTES = 32 * 1024;
/**
 * A browser with a session may send this many times as much, because people at work send more than
 * visitors.
 */
const SESSION_FACTOR = 10;

const SIGN_IN_PAGES =
  /^\/(sign-in|sign-up|reset-password|confirm-email|invitation|deleted|no-access)(\/|$)/;

type PagePost = { path: string; headers: HttpHeaders };

/** @throws {AppError} rate_limited */
async function count(name: string, headers: HttpHeaders, limit: number): Promise<void> {
  const key = callerOf({ headers }, new Date()).network;
  const { isAllowed, resetSeconds } = await consume({ name, key, limit, windowSeconds: 60 });
  if (isAllowed) return;
  throw new AppError(
    "rate_limited",
    `Too many requests from your network. Try again in ${countOf(resetSeconds, "second")}.`,
    { retryAfterSeconds: resetSeconds },
  );
}

/**
 * Counts a POST to a page before the framework reads it: decoding an action takes much longer than sending
 * one. A session doesn't have to be active here; only its cookie has to be ours.
 *
 * @returns how many bytes its body may have
 * @throws {AppError} rate_limited
 */
export async function admitPagePost({ path, headers }: PagePost): Promise<number> {
  const { pageRateLimit } = settings();
  const hasSession = (await unsealSession(cookieValue(headers.get("cookie")))) !== null;
  await count(
    hasSession ? "page-session" : "page",
    headers,
    hasSession ? SESSION_FACTOR * pageRateLimit : pageRateLimit,
  );
  return hasSession && !SIGN_IN_PAGES.test(path) ? MAX_PAGE_BODY_BYTES : MAX_OPEN_PAGE_BODY_BYTES;
}

/**
 * Counts a body that only few pages need.
 *
 * @throws {AppError} rate_limited
 */
export async function admitLargeBody(headers: HttpHeaders): Promise<void> {
  await count("page-large", headers, settings().pageRateLimit);
}

/** Creates the error for a body that is larger than a page accepts. */
export function pageTooLarge(maxBytes: number): AppError {
  return new AppError(
    "body_too_large",
    `This request is too large. This page accepts at most ${maxBytes / 1024} KiB.`,
  );
}
