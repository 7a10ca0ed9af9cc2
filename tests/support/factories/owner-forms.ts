import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { SaveAutoresponderInput } from "#lib/domain/emails/auto-reply/schema";
import { CreatedDestination, Destination } from "#lib/domain/endpoints/destination-schema";
import { Webhook, WebhookDeliveryItem, WebhookWithSecret } from "#lib/domain/endpoints/schema";
import { Routing, type SaveRoutingInput } from "#lib/domain/forms/routing/schema";
import { type Form, FormWithWidget } from "#lib/domain/forms/schema";
import type { Owner } from "#tests/support/factories/owner";
import {
  dataOf,
  eventually,
  everyPage,
  sendMessage,
} from "#tests/support/factories/service-requests";
import { passingResponse } from "#tests/support/twins/siteverify-twin";

/** The hostname that connected widgets accept. */
const WIDGET_HOST = "www.example.com";

export async function readForm(owner: Owner, formId: string): Promise<FormWithWidget> {
  return dataOf(await owner.api("GET", `/forms/${formId}`, 200), FormWithWidget);
}

/** The token that a browser sends after passing the widget; each is valid once. */
export function passedChallenge(): string {
  return passingResponse(WIDGET_HOST, randomUUID());
}

/** Connects a Turnstile widget that isn't verified yet. */
export async function saveWidget(owner: Owner, formId: string, siteKey: string): Promise<void> {
  const body = { siteKey, secretKey: "0x4AAAAAAAsecret", hostnames: [WIDGET_HOST], enabled: true };
  await owner.api("POST", `/forms/${formId}/turnstile`, 200, body);
}

/** Sends a submission that passes the challenge, which verifies the widget. */
export async function proveWidget(owner: Owner, form: Form): Promise<void> {
  const fields = { message: "Proof", "cf-turnstile-response": passedChallenge() };
  await sendMessage(owner.baseUrl, form, fields);
}

export async function readRouting(owner: Owner, formId: string): Promise<Routing> {
  return dataOf(await owner.api("GET", `/forms/${formId}/routing`, 200), Routing);
}

export async function saveRouting(
  owner: Owner,
  formId: string,
  input: SaveRoutingInput,
): Promise<Routing> {
  return dataOf(await owner.api("POST", `/forms/${formId}/routing`, 200, input), Routing);
}

export async function saveAutoresponder(
  owner: Owner,
  formId: string,
  input: Omit<SaveAutoresponderInput, "revision">,
): Promise<void> {
  const body = { revision: null, ...input };
  await owner.api("POST", `/forms/${formId}/autoresponder`, 200, body);
}

export async function saveWebhook(
  owner: Owner,
  formId: string,
  url: string,
): Promise<WebhookWithSecret> {
  const body = { url, enabled: true };
  return dataOf(await owner.api("POST", `/forms/${formId}/webhook`, 201, body), WebhookWithSecret);
}

export async function addDestination(
  owner: Owner,
  formId: string,
  body: object,
): Promise<CreatedDestination> {
  return dataOf(
    await owner.api("POST", `/forms/${formId}/destinations`, 201, body),
    CreatedDestination,
  );
}

/** Sends a test event to a destination. Returns the ID of its delivery. */
export async function testDestination(
  owner: Owner,
  formId: string,
  destinationId: string,
): Promise<string> {
  const path = `/forms/${formId}/destinations/${destinationId}/test`;
  const Queued = z.object({ deliveryId: z.string(), eventId: z.string() });
  return (await dataOf(await owner.api("POST", path, 202), Queued)).deliveryId;
}

export async function listDestinations(owner: Owner, formId: string): Promise<Destination[]> {
  return dataOf(await owner.api("GET", `/forms/${formId}/destinations`, 200), z.array(Destination));
}

export async function readWebhook(owner: Owner, formId: string): Promise<Webhook | null> {
  return dataOf(await owner.api("GET", `/forms/${formId}/webhook`, 200), Webhook.nullable());
}

/** All deliveries of a form's webhook, newest first. */
export function listDeliveries(owner: Owner, formId: string): Promise<WebhookDeliveryItem[]> {
  const read = (page: string) =>
    owner.api("GET", `/forms/${formId}/webhook/deliveries?${page}`, 200);
  return everyPage({}, WebhookDeliveryItem, read);
}

/** A delivery of the form's webhook, once one is in this state. */
export function awaitDelivery(owner: Owner, formId: string, status: string) {
  return eventually(`a delivery that is ${status}`, async () =>
    (await listDeliveries(owner, formId)).find((one) => one.status === status),
  );
}
