import { z } from "zod";
import { readResponse } from "#lib/core/service-response";
import { settings } from "#lib/core/settings/settings";

/** The time limit of one call, response included. */
const DEADLINE_MS = 3_000;
const ATTEMPTS = 2;

const Verdict = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
  hostname: z.string().optional(),
});

export type SiteverifyResult =
  /** `hostname`: where the challenge was solved. */
  | { kind: "passed"; hostname: string | null }
  | { kind: "rejected"; codes: readonly string[] }
  /** No usable response. `cause` is for the log. */
  | { kind: "unreachable"; cause: unknown };

export type SiteverifyCall = {
  secret: string;
  response: string;
  /** A UUID. Repeating the call with the same key returns the same result. */
  idempotencyKey: string;
};

async function ask(call: SiteverifyCall, deadlineMs: number): Promise<SiteverifyResult> {
  const response = await fetch(settings().turnstileVerifyUrl, {
    method: "POST",
    body: new URLSearchParams({
      secret: call.secret,
      response: call.response,
      idempotency_key: call.idempotencyKey,
    }),
    signal: AbortSignal.timeout(deadlineMs),
    redirect: "error",
    cache: "no-store",
  });
  const text = await readResponse(response);
  if (response.status >= 500) throw new Error(`siteverify responded with ${response.status}`);
  const verdict = Verdict.parse(JSON.parse(text));
  const codes = verdict["error-codes"];
  if (verdict.success) return { kind: "passed", hostname: verdict.hostname ?? null };
  if (codes.includes("internal-error")) throw new Error("siteverify responded with internal-error");
  return { kind: "rejected", codes };
}

/**
 * Verifies a response of the widget with Cloudflare's siteverify, and retries once without a usable
 * response. Never throws for a failed call.
 *
 * @param deadlineMs - for each of the two calls
 */
export async function askSiteverify(
  call: SiteverifyCall,
  deadlineMs = DEADLINE_MS,
): Promise<SiteverifyResult> {
  let cause: unknown;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await ask(call, deadlineMs);
    } catch (failure) {
      cause = failure;
    }
  }
  return { kind: "unreachable", cause };
}
