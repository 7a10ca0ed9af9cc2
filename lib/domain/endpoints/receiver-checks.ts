import { z } from "zod";
import type { WebhookResponse } from "#lib/adapters/http-calls/webhook-http-client";
import type { CallOutcome } from "#lib/adapters/http-calls/webhook-outcome";
import { countOf } from "#lib/core/count";

export const ReceiverCheck = z.strictObject({
  id: z.enum([
    "resolve",
    "public_address",
    "connect",
    "certificate",
    "signed_event",
    "wrong_signature",
    "old_timestamp",
    "repeated_event",
  ]),
  title: z.string(),
  status: z.enum(["pass", "warn", "fail", "skip"]),
  /** The finding and how to fix it. */
  detail: z.string(),
  durationMs: z.int().nonnegative(),
});
export type ReceiverCheck = z.output<typeof ReceiverCheck>;

export const ReceiverTest = z.strictObject({ passed: z.boolean(), checks: z.array(ReceiverCheck) });
export type ReceiverTest = z.output<typeof ReceiverTest>;

export type CheckResult = Pick<ReceiverCheck, "status" | "detail">;

/** The advice for each outcome of a call. */
const ADVICE: Readonly<Record<CallOutcome, string>> = {
  succeeded: "",
  http_error: "",
  redirect_refused: "Save the URL it redirects to.",
  timeout: "Respond as soon as you've stored the event, and process it afterward.",
  connection_failed: "Make sure the endpoint listens on the URL's port and the firewall allows it.",
  tls_failed:
    "Install a certificate for this hostname from a public authority, including its chain.",
  dns_failed: "Fix the hostname in the webhook's URL, or its DNS records.",
  address_blocked: "Use a hostname that only resolves to public IP addresses.",
};

/** A check that ended without a status from the endpoint. */
export function failedCheck(outcome: CallOutcome, error: string): CheckResult {
  return { status: "fail", detail: `${error} ${ADVICE[outcome]}`.trim() };
}

/** Evaluates a response by its status. A redirect is a failure, as in deliveries. */
function judge(
  { status, outcome, error }: WebhookResponse,
  findingOf: (status: number) => CheckResult,
): CheckResult {
  if (status === null || outcome === "redirect_refused") return failedCheck(outcome, error ?? "");
  return findingOf(status);
}

function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Slower responses are at risk: 15 seconds is the limit. */
const SLOW_MS = 5_000;

export function checkSignedEvent(response: WebhookResponse): CheckResult {
  return judge(response, (status) => {
    if (!isAccepted(status)) return { status: "fail", detail: explainRejection(status) };
    if (response.durationMs <= SLOW_MS) return { status: "pass", detail: `Accepted (${status}).` };
    const seconds = countOf(Math.round(response.durationMs / 1000), "second");
    return {
      status: "warn",
      detail: `Accepted (${status}), but only after ${seconds}. The limit is 15 seconds. ${ADVICE.timeout}`,
    };
  });
}

function explainRejection(status: number): string {
  if (status === 401 || status === 403 || status === 400)
    return `Rejected (${status}). Check that the endpoint uses this webhook's signing secret and computes the signature from the raw body.`;
  if (status === 404 || status === 405)
    return `The endpoint responded with ${status}. Check the path in the webhook's URL, and that it accepts POST requests.`;
  if (status === 410)
    return "The endpoint responded with 410, which tells us to stop sending events. Respond with 2xx.";
  return `The endpoint responded with ${status}. Respond with 2xx to every correctly signed event.`;
}

/** @param advice - how to make the endpoint reject such an event */
export function checkRejection(response: WebhookResponse, advice: string): CheckResult {
  return judge(response, (status) => {
    if (isAccepted(status)) return { status: "fail", detail: `Accepted (${status}). ${advice}` };
    if (status >= 400 && status < 500) return { status: "pass", detail: `Rejected (${status}).` };
    return {
      status: "warn",
      detail: `The endpoint responded with ${status}. Reject it with 400 or 401 so it doesn't look like a server error.`,
    };
  });
}

export function checkRepeat(response: WebhookResponse): CheckResult {
  return judge(response, (status) => {
    if (isAccepted(status)) return { status: "pass", detail: `Accepted again (${status}).` };
    return {
      status: "fail",
      detail: `The endpoint responded with ${status}. Respond with 2xx to events you've already processed and ignore them. Otherwise we'll retry them.`,
    };
  });
}
