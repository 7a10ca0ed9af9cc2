import { db } from "#lib/adapters/db/database";
import { decryptSecret } from "#lib/core/secrets";
import { beginAttempt } from "#lib/domain/deliveries/begin";
import type { Webhook } from "#lib/domain/endpoints/schema";
import type { EndedEvent } from "#lib/domain/endpoints/settle-event";
import type { Form } from "#lib/domain/forms/schema";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { claimOne } from "#tests/support/factories/outbox-state";
import { createTestClock, START } from "#tests/support/twins/test-clock";

export const HOOK_URL = "https://receiver.example.com/hook";

export type Endpoint = { workspace: Workspace; form: Form; webhook: Webhook };

/** A form with a webhook, in a new workspace unless one is given. */
export async function createEndpoint(
  now: Date,
  options: { url?: string; workspace?: Workspace; enabled?: boolean } = {},
): Promise<Endpoint> {
  const { url = HOOK_URL, enabled = true } = options;
  const workspace = options.workspace ?? (await createWorkspace({ now }));
  const form = await createForm(workspace, { now });
  return { workspace, form, webhook: await createWebhook(workspace, form, { url, enabled, now }) };
}

/** An event of a submission in the inbox, due at `now`. */
export async function queueEvent(endpoint: Endpoint, now: Date) {
  const { workspace, form, webhook } = endpoint;
  const submission = await createSubmission(workspace, form, { receivedAt: now });
  const options = { submission, createdAt: now };
  const delivery = await createWebhookDelivery(workspace, form, webhook, options);
  return { ...delivery, submissionId: submission.id };
}

/** An event that is due, and a clock at that moment. */
export async function dueEvent(at = START) {
  const endpoint = await createEndpoint(at);
  const event = await queueEvent(endpoint, at);
  return { clock: createTestClock(at), endpoint, event };
}

/** A test event due at `now`, without the cooldown. */
export function queueTest({ workspace, form, webhook }: Endpoint, now: Date) {
  return createWebhookDelivery(workspace, form, webhook, { createdAt: now });
}

/** The event with its attempts, oldest first; `entry` is null once it left the queue. */
export async function readEvent(deliveryId: string) {
  const delivery = await db().delivery.findFirstOrThrow({
    where: { id: deliveryId },
    include: { attempts: { orderBy: { number: "asc" } } },
  });
  const { dueAt, claimToken } = delivery;
  return { ...delivery, entry: dueAt && { dueAt, claimToken } };
}

/** The webhook's row with its health counters. */
export function readWebhook({ webhook }: Endpoint) {
  return db().webhook.findFirstOrThrow({ where: { id: webhook.id } });
}

export async function signingSecretOf(endpoint: Endpoint): Promise<string> {
  const webhook = await readWebhook(endpoint);
  return webhook.sealedSecret ? decryptSecret("webhook", webhook, webhook.sealedSecret) : "";
}

export async function formVersionOf({ form }: Endpoint): Promise<number> {
  return (await db().form.findFirstOrThrow({ where: { id: form.id } })).version;
}

/** Claims the only due event, like a worker. */
export const claimEvent = (now: Date) => claimOne(now, "webhook");

/** Claims a due event and begins its attempt, like a worker before it calls the endpoint. */
export async function beginOneEvent(now: Date) {
  const claim = await claimEvent(now);
  const begun = await beginAttempt({ claim, now });
  if (begun.kind !== "begun") throw new Error(`the attempt didn't begin: ${begun.kind}`);
  return { claim, begun };
}

/** The end of an attempt: accepted with 204, or failed with 500. */
export function endedEvent(
  { claim, begun }: Awaited<ReturnType<typeof beginOneEvent>>,
  isAccepted: boolean,
  endedAt: Date,
): EndedEvent {
  return {
    claim,
    attempt: begun,
    result: isAccepted ? { kind: "accepted" } : { kind: "failed", waitMs: null },
    ended: {
      outcome: isAccepted ? "succeeded" : "http_error",
      error: isAccepted ? null : "no",
      durationMs: 5,
      responseStatus: isAccepted ? 204 : 500,
      responseBody: "",
      responseTruncated: false,
    },
    endedAt,
  };
}
