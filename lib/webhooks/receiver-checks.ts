import { z } from "zod";
import type { OutgoingOutcome } from "#lib/clients/webhook-call-error";
import type { ReceiverAnswer } from "#lib/clients/webhook-http-client";
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
  /** A sentence that tells what was found and what to mend. */
  detail: z.string(),
  durationMs: z.int().nonnegative(),
});
export type ReceiverCheck = z.output<typeof ReceiverCheck>;

export const ReceiverTest = z.strictObject({ passed: z.boolean(), checks: z.array(ReceiverCheck) });
export type ReceiverTest = z.output<typeof ReceiverTest>;

export type Finding = Pick<ReceiverCheck, "status" | "detail">;

/** CONTRACT section 6: a warning passes. */
export function isPassed(checks: readonly ReceiverCheck[]): boolean {
  return checks.every(({ status }) => status !== "fail");
}

/** What helps against each way in which a call can end. */
const ADVICE: Readonly<Record<OutgoingOutcome, string>> = {
  succeeded: "",
  http_error: "",
  redirect_refused: "Save the address that it redirects to.",
  timeout: "Answer as soon as the event is stored, and do the work afterwards.",
  connection_failed: "Let the receiver listen on port 443, and the firewall let it through.",
  tls_failed: "Install a certificate for this host name from a public authority, with its chain.",
  dns_failed: "Correct the host name in the webhook's URL, or its DNS records.",
  address_blocked: "Use a host name whose addresses are all on the public internet.",
};

/** A check that ended without a status of the receiver's. */
export function failed(outcome: OutgoingOutcome, error: string): Finding {
  return { status: "fail", detail: `${error} ${ADVICE[outcome]}`.trim() };
}

function isTaken({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Answers that take longer are at risk on a bad day: 15 seconds is the end. */
const SLOW_MS = 5_000;

export function judgeSignedEvent(answer: ReceiverAnswer): Finding {
  const { status, durationMs, outcome, error } = answer;
  if (isTaken(answer) && durationMs > SLOW_MS)
    return {
      status: "warn",
      detail: `It was taken with ${status}, but after ${countOf(Math.round(durationMs / 1000), "second")}; the limit is 15. ${ADVICE.timeout}`,
    };
  if (isTaken(answer)) return { status: "pass", detail: `It was taken with ${status}.` };
  if (status === null || outcome === "redirect_refused") return failed(outcome, error ?? "");
  if (status === 401 || status === 403 || status === 400)
    return {
      status: "fail",
      detail: `The receiver refused it with ${status}. Check that it has this webhook's signing secret and signs the body as it came, byte for byte.`,
    };
  if (status === 404 || status === 405)
    return {
      status: "fail",
      detail: `The receiver answered ${status}. Check the path of the webhook's URL, and that it takes POST.`,
    };
  if (status === 410)
    return {
      status: "fail",
      detail: "The receiver answered 410, which tells us to send nothing more. Answer 2xx.",
    };
  return {
    status: "fail",
    detail: `The receiver answered ${status}. Answer 2xx to every event that is signed correctly.`,
  };
}

/** @param mend - what the receiver has to do so that it refuses such an event */
export function judgeRefusal(answer: ReceiverAnswer, mend: string): Finding {
  const { status, outcome, error } = answer;
  if (isTaken(answer))
    return { status: "fail", detail: `The receiver took it with ${status}. ${mend}` };
  if (status === null || outcome === "redirect_refused") return failed(outcome, error ?? "");
  if (status >= 400 && status < 500)
    return { status: "pass", detail: `It was refused with ${status}.` };
  return {
    status: "warn",
    detail: `The receiver answered ${status}. Refuse it with 400 or 401, so that it looks like no fault of yours.`,
  };
}

export function judgeRepeat(answer: ReceiverAnswer): Finding {
  const { status, outcome, error } = answer;
  if (isTaken(answer)) return { status: "pass", detail: `It was taken with ${status} again.` };
  if (status === null || outcome === "redirect_refused") return failed(outcome, error ?? "");
  return {
    status: "fail",
    detail: `The receiver answered ${status}. Answer 2xx to an event that you have already, and drop it: whatever else you answer, it is sent again.`,
  };
}
