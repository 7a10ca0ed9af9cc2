import { type Bundle, defineTrigger, type ZObject } from "zapier-platform-core";
import { apiUrl } from "./authentication.js";
import { OUTPUT_FIELDS, SAMPLE, type Submission, toMessage } from "./message.js";
import { isGenuine } from "./verify-signature.js";

type Input = { formId: string };
/** What Zapier remembers about a Zap's destination. The service shows the secret only once. */
type Subscription = { id: string; signingSecret: string };
/** A test event has no submission. */
type Event = { data: { submission?: Submission } };

const destinationsUrl = (bundle: Bundle<Input>) =>
  apiUrl(bundle, `/v1/forms/${encodeURIComponent(bundle.inputData.formId)}/destinations`);

const toMessages = (events: Event[]) =>
  events.flatMap(({ data }) => (data.submission ? [toMessage(data.submission)] : []));

async function subscribe(z: ZObject, bundle: Bundle<Input>): Promise<Subscription> {
  const { data } = await z.request(destinationsUrl(bundle), {
    method: "POST",
    body: { kind: "webhook", url: bundle.targetUrl, name: "Zapier", source: "Zapier" },
  });
  const { id, signingSecret } = data.data;
  return { id, signingSecret };
}

async function unsubscribe(z: ZObject, bundle: Bundle<Input>): Promise<object> {
  const url = `${destinationsUrl(bundle)}/${bundle.subscribeData?.id}`;
  const response = await z.request(url, { method: "DELETE", skipThrowForStatus: true });
  // It, or its form, may be deleted already.
  if (response.status !== 404) response.throwForStatus();
  return {};
}

async function listSamples(z: ZObject, bundle: Bundle<Input>) {
  const path = `/v1/forms/${encodeURIComponent(bundle.inputData.formId)}/sample-event`;
  const { data } = await z.request<{ data: Event[] }>(apiUrl(bundle, path));
  return toMessages(data.data);
}

/** Halting doesn't count as an error of the Zap, so that a forger can't get it turned off. */
function readEvent(z: ZObject, { rawRequest, cleanedRequest, subscribeData }: Bundle) {
  const secret = (subscribeData as Partial<Subscription> | undefined)?.signingSecret;
  if (!rawRequest || !secret || !isGenuine(rawRequest, secret, new Date()))
    throw new z.errors.HaltedError(
      "The signature is missing or wrong. If the destination's secret was rotated, turn the Zap off and on.",
    );
  return toMessages([cleanedRequest as Event]);
}

export const newMessage = defineTrigger({
  key: "new_message",
  noun: "Message",
  display: {
    label: "New Message",
    description: "Triggers when a form gets a message.",
  },
  operation: {
    type: "hook",
    inputFields: [
      { key: "formId", label: "Form", type: "string", required: true, dynamic: "form.id.name" },
    ],
    performSubscribe: subscribe,
    performUnsubscribe: unsubscribe,
    perform: readEvent,
    performList: listSamples,
    sample: SAMPLE,
    outputFields: OUTPUT_FIELDS,
  },
});
