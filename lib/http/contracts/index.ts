import { autoresponderEndpoints } from "#lib/http/contracts/autoresponder";
import { destinationDeliveryEndpoints } from "#lib/http/contracts/destination-deliveries";
import { destinationEndpoints } from "#lib/http/contracts/destinations";
import { fieldEndpoints } from "#lib/http/contracts/fields";
import { formEndpoints, turnstileEndpoints } from "#lib/http/contracts/forms";
import { recipientEndpoints } from "#lib/http/contracts/recipients";
import { routingEndpoints } from "#lib/http/contracts/routing";
import { submissionEndpoints } from "#lib/http/contracts/submissions";
import { webhookEndpoints } from "#lib/http/contracts/webhooks";
import { tokenEndpoints, usageEndpoints } from "#lib/http/contracts/workspace";
import type { Endpoint } from "#lib/http/endpoint";

/** Every management endpoint. The document, routes, and tests loop over it. */
export const endpoints: readonly Endpoint[] = [
  ...tokenEndpoints,
  ...formEndpoints,
  ...fieldEndpoints,
  ...turnstileEndpoints,
  ...recipientEndpoints,
  ...submissionEndpoints,
  ...usageEndpoints,
  ...routingEndpoints,
  ...autoresponderEndpoints,
  ...webhookEndpoints,
  ...destinationEndpoints,
  ...destinationDeliveryEndpoints,
];
