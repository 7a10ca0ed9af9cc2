import { IDS, TIMES } from "#lib/http/contracts/examples/example";
import { webhookDelivery, webhookWithSecret } from "#lib/http/contracts/examples/webhooks";
import type {
  CreatedDestination,
  Destination,
  DestinationDelivery,
} from "#lib/webhooks/destination-schema";

export const destination: Destination = {
  id: IDS.destination,
  kind: "slack",
  name: "Sales channel",
  url: "https://hooks.slack.com/…q7Zx",
  enabled: true,
  events: ["submission.created"],
  conditions: { match: "all", rules: [{ field: "topic", operator: "equals", value: "Sales" }] },
  content: "full",
  source: null,
  revision: "d_1cRj",
  health: "unknown",
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

export const webhookDestination: CreatedDestination & { signingSecret: string } = {
  ...destination,
  kind: "webhook",
  name: "Zapier",
  url: "https://hooks.example.com/catch/1",
  source: "Zapier",
  signingSecret: webhookWithSecret.signingSecret,
};

const { payload, ...delivery } = webhookDelivery;
export const destinationDelivery: DestinationDelivery = { ...delivery, payload: { ...payload } };
