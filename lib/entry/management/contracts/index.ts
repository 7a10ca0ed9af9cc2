import { autoresponderEndpoints } from "#lib/entry/management/contracts/autoresponder";
import { destinationDeliveryEndpoints } from "#lib/entry/management/contracts/destination-deliveries";
import { destinationEndpoints } from "#lib/entry/management/contracts/destinations";
import { fieldEndpoints } from "#lib/entry/management/contracts/fields";
import {
  formEndpoints,
  templateEndpoints,
  turnstileEndpoints,
} from "#lib/entry/management/contracts/forms";
import { importEndpoints } from "#lib/entry/management/contracts/imports";
import { noteEndpoints } from "#lib/entry/management/contracts/notes";
import { notifyEndpoints } from "#lib/entry/management/contracts/notify";
import { optionsEndpoints } from "#lib/entry/management/contracts/options";
import { recipientEndpoints } from "#lib/entry/management/contracts/recipients";
import { routingEndpoints } from "#lib/entry/management/contracts/routing";
import { savedReplyEndpoints } from "#lib/entry/management/contracts/saved-replies";
import { spamEndpoints } from "#lib/entry/management/contracts/spam";
import { submissionEndpoints } from "#lib/entry/management/contracts/submissions";
import { webhookEndpoints } from "#lib/entry/management/contracts/webhooks";
import { tokenEndpoints, usageEndpoints } from "#lib/entry/management/contracts/workspace";
import type { Endpoint } from "#lib/entry/management/endpoint";

/** All management endpoints. The document, routes, and tests iterate over them. */
export const endpoints: readonly Endpoint[] = [
  ...tokenEndpoints,
  ...formEndpoints,
  ...templateEndpoints,
  ...fieldEndpoints,
  ...turnstileEndpoints,
  ...optionsEndpoints,
  ...spamEndpoints,
  ...recipientEndpoints,
  ...notifyEndpoints,
  ...submissionEndpoints,
  ...noteEndpoints,
  ...savedReplyEndpoints,
  ...importEndpoints,
  ...usageEndpoints,
  ...routingEndpoints,
  ...autoresponderEndpoints,
  ...webhookEndpoints,
  ...destinationEndpoints,
  ...destinationDeliveryEndpoints,
];
