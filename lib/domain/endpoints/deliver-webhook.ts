import {
  type WebhookResponse,
  webhookHttpClient,
} from "#lib/adapters/http-calls/webhook-http-client";
import { DAY_MS } from "#lib/core/durations";
import { decryptSecret } from "#lib/core/secrets";
import { inSpan, traceHeaders } from "#lib/core/telemetry/tracing";
import {
  attemptSpan,
  type BeginResult,
  beginAttempt,
  INTERRUPTED,
} from "#lib/domain/deliveries/begin";
import type { Claim } from "#lib/domain/deliveries/claim";
import type { Clock } from "#lib/domain/deliveries/clock";
import type { AttemptResult } from "#lib/domain/deliveries/rules";
import type { WorkResult } from "#lib/domain/deliveries/schema";
import { recordOutcome } from "#lib/domain/deliveries/settle";
import type { DestinationKind } from "#lib/domain/endpoints/chats/kinds";
import {
  isGone,
  isThrottled,
  readChatOutcome,
  readWait,
} from "#lib/domain/endpoints/chats/responses";
import { hideValues, toRequestHeaders } from "#lib/domain/endpoints/custom-headers";
import { Destination } from "#lib/domain/endpoints/destination-schema";
import { settleEvent } from "#lib/domain/endpoints/settle-event";
import { PLAIN_HEADERS, signEvent } from "#lib/domain/endpoints/signature";

type Begun = Extract<BeginResult, { kind: "begun" }>;

/**
 * Takes the next step with a claimed event: sends it, closes the attempt of a worker that died, or
 * cancels it because its webhook was changed, disabled, or deleted, or its submission is in spam or past
 * its retention.
 */
export async function deliverWebhook(claim: Claim, clock: Clock): Promise<WorkResult> {
  const beginning = await beginAttempt({ claim, now: clock.now() });
  if (beginning.kind === "begun") return send(claim, beginning, clock);
  if (beginning.kind !== "interrupted") return beginning.kind;
  return settleEvent({
    claim,
    attempt: beginning,
    // Sent again immediately, because endpoints drop repeats. After a second interruption in a row, this
    // event itself may be what ends our process, so the schedule continues.
    result: beginning.isRepeated ? { kind: "unknown", canRepeat: true } : { kind: "interrupted" },
    ended: { ...INTERRUPTED.webhook, responseStatus: null },
    endedAt: clock.now(),
  });
}

/**
 * Prepares the call of an attempt. Only webhooks get a signature and custom headers; services get no header of ours but
 * the user agent. The URL and headers were read at the same time: a host never gets headers that were saved for another
 * one.
 */
function toCall({ workspaceId }: Claim, begun: Begun, at: Date) {
  const { body, dedupeKey: eventId, webhookId, url, sealedSecret, sealedUrl } = begun;
  if (body === null || url === null || !webhookId)
    throw new Error("an event has no payload or endpoint");
  const row = { workspaceId, id: webhookId };
  if (sealedUrl)
    return {
      url: decryptSecret("destination_url", row, sealedUrl),
      headers: PLAIN_HEADERS,
      own: {},
      body,
    };
  if (!sealedSecret) throw new Error("an event has no signing secret");
  const secrets = [decryptSecret("webhook", row, sealedSecret)];
  if (begun.sealedOldSecret) secrets.push(decryptSecret("old_webhook", row, begun.sealedOldSecret));
  const own = toRequestHeaders(row, begun.sealedHeaders);
  return { url, headers: { ...own, ...signEvent(secrets, eventId, body, at) }, own, body };
}

async function send(claim: Claim, begun: Begun, clock: Clock): Promise<WorkResult> {
  const { headers, own, ...call } = toCall(claim, begun, clock.now());
  const kind = Destination.shape.kind.parse(begun.endpointKind);
  const response = await inSpan("deliver event", attemptSpan(begun), async () => {
    const traced = kind === "webhook" ? { ...headers, ...traceHeaders() } : headers;
    const limits = { deadline: clock.deadline };
    return readChatOutcome(
      kind,
      await webhookHttpClient().call({ ...call, headers: traced }, limits),
    );
  });
  const endedAt = clock.now();
  const event = {
    claim,
    attempt: begun,
    result: toAttemptResult(kind, begun, response, endedAt),
    ended: {
      outcome: response.outcome,
      error: hideValues(response.error, own),
      durationMs: response.durationMs,
      responseStatus: response.status,
      responseBody: hideValues(response.body, own),
      responseTruncated: response.isTruncated,
    },
    endedAt,
  };
  return recordOutcome(() => settleEvent(event), clock);
}

/** How long a destination may keep asking us to wait. */
const MAX_THROTTLED_MS = DAY_MS;

function toAttemptResult(
  kind: DestinationKind,
  { isFormWebhook, trigger, seriesStartedAt }: Begun,
  response: WebhookResponse,
  now: Date,
): AttemptResult {
  if (response.outcome === "succeeded") return { kind: "accepted" };
  if (isGone(kind, response)) return { kind: "rejected", isFirst: true };
  const waitMs = readWait(response, now);
  const isOnce = trigger === "manual" || trigger === "test";
  const isPatient = now.getTime() - seriesStartedAt.getTime() < MAX_THROTTLED_MS;
  if (isThrottled(response) && !isFormWebhook && !isOnce && isPatient)
    return { kind: "throttled", waitMs };
  return { kind: "failed", waitMs };
}
