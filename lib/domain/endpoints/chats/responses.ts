import type { WebhookResponse } from "#lib/adapters/http-calls/webhook-http-client";
import { readRetryAfter } from "#lib/core/service-response";
import type { DestinationKind } from "#lib/domain/endpoints/chats/kinds";

type Response = Pick<
  WebhookResponse,
  "outcome" | "status" | "retryAfter" | "body" | "location" | "error"
>;

/**
 * Recognizes responses, besides 410, by which a service reports that its URL is permanently
 * invalid.
 */
const GONE: Readonly<Record<DestinationKind, (status: number, body: string) => boolean>> = {
  webhook: () => false,
  slack: (status, body) => status === 403 || (status === 404 && body.includes("no_service")),
  discord: (status) => status === 404 || status === 401,
  teams: () => false,
  telegram: (status, body) =>
    status === 401 || status === 403 || (status === 400 && body.includes("chat not found")),
  sheets: () => false,
};

export function isGone(kind: DestinationKind, { status, body }: Response): boolean {
  return status !== null && (status === 410 || GONE[kind](status, body ?? ""));
}

export function isThrottled({ status }: Response): boolean {
  return status === 429 || status === 503;
}

const SHEETS_FAILED =
  "The script failed, or its deployment isn't open to everyone. A script that has run redirects to script.googleusercontent.com.";

/**
 * Reads the outcome of a call. A script of Google Sheets has run when Google redirects to its
 * result.
 */
export function readChatOutcome<R extends Response>(kind: DestinationKind, response: R): R {
  if (kind !== "sheets" || response.status === null) return response;
  const target = URL.parse(response.location ?? "");
  if (response.status === 302 && target?.hostname === "script.googleusercontent.com")
    return { ...response, outcome: "succeeded", error: null };
  if (response.status >= 400) return response;
  return { ...response, outcome: "http_error", error: SHEETS_FAILED };
}

/** Reads Discord's `retry_after` and Telegram's `parameters.retry_after`, in seconds. */
function readBodyWait(body: string | null): number | null {
  const seconds = /"retry_after"\s*:\s*(\d{1,7}(?:\.\d{1,6})?)/.exec(body ?? "")?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000);
}

/** Returns the milliseconds that a destination asks us to wait, or null. */
export function readWait({ retryAfter, body }: Response, now: Date): number | null {
  const waits = [readRetryAfter(retryAfter, now), readBodyWait(body)].flatMap((ms) => ms ?? []);
  return waits.length === 0 ? null : Math.max(...waits);
}
