import { readRetryAfter } from "#lib/clients/response";
import { type WebhookResponse, webhookHttpClient } from "#lib/clients/webhook-http-client";
import { decryptSecret } from "#lib/core/secrets";
import { inSpan, traceHeaders } from "#lib/core/tracing";
import { type Beginning, beginAttempt, INTERRUPTED } from "#lib/deliveries/begin";
import type { Claim } from "#lib/deliveries/claim";
import type { Clock } from "#lib/deliveries/clock";
import type { AttemptResult } from "#lib/deliveries/rules";
import type { WorkResult } from "#lib/deliveries/schema";
import { recordOutcome } from "#lib/deliveries/settle";
import { type EndedEvent, type SettledEvent, settleEvent } from "#lib/webhooks/settle-event";
import { signEvent } from "#lib/webhooks/signature";

type Begun = Extract<Beginning, { kind: "begun" }>;

const RESULTS: Readonly<Record<SettledEvent, WorkResult>> = {
  delivered: "sent",
  retrying: "retried",
  failed: "failed",
  cancelled: "cancelled",
  lost: "lost",
};

/**
 * Takes the next step with a claimed event: sends it, closes the attempt of a worker that died, or
 * cancels it because its webhook was changed, disabled, or deleted, or its submission is in spam or past
 * its retention.
 */
export async function deliverWebhook(claim: Claim, clock: Clock): Promise<WorkResult> {
  const beginning = await beginAttempt({ claim, now: clock.now() });
  if (beginning.kind === "begun") return send(claim, beginning, clock);
  if (beginning.kind !== "interrupted") return beginning.kind;
  const now = clock.now();
  const interrupted: EndedEvent = {
    claim,
    attempt: beginning,
    // Sent again immediately: endpoints drop repeats. The second time in a row it may be this event that
    // ends our process, so the schedule goes on.
    result: beginning.isRepeated ? { kind: "unknown", canRepeat: true } : { kind: "interrupted" },
    ended: {
      ...INTERRUPTED.webhook,
      durationMs: null,
      responseStatus: null,
      responseBody: null,
      responseTruncated: false,
    },
    endedAt: now,
  };
  return RESULTS[await settleEvent(interrupted, now)];
}

const spanOptions = ({ traceparent, number }: Begun) =>
  ({ kind: "client", parent: traceparent, attributes: { "delivery.attempt": number } }) as const;

async function send(claim: Claim, begun: Begun, clock: Clock): Promise<WorkResult> {
  const { body, dedupeKey: eventId, webhookId, url, sealedSecret } = begun;
  if (body === null || url === null || !webhookId || !sealedSecret)
    throw new Error("an event has no payload or endpoint");
  const webhook = { workspaceId: claim.workspaceId, id: webhookId };
  const secret = decryptSecret("webhook", webhook, sealedSecret);
  const signed = signEvent(secret, eventId, body, clock.now());
  const response = await inSpan("deliver event", spanOptions(begun), () =>
    webhookHttpClient().call(
      { url, headers: { ...signed, ...traceHeaders() }, body },
      { deadline: clock.deadline },
    ),
  );
  const now = clock.now();
  const event: EndedEvent = {
    claim,
    attempt: begun,
    result: toAttemptResult(response, now),
    ended: {
      outcome: response.outcome,
      error: response.error,
      durationMs: response.durationMs,
      responseStatus: response.status,
      responseBody: response.body,
      responseTruncated: response.isTruncated,
    },
    endedAt: now,
  };
  return RESULTS[await recordOutcome(() => settleEvent(event, now), clock)];
}

function toAttemptResult(
  { outcome, status, retryAfter }: WebhookResponse,
  now: Date,
): AttemptResult {
  if (outcome === "succeeded") return { kind: "accepted" };
  if (status === 410) return { kind: "rejected", isFirst: true };
  return { kind: "failed", waitMs: readRetryAfter(retryAfter, now) };
}
