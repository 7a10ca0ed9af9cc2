import { newId } from "#lib/core/ids";
import { previewConditions } from "#lib/notifications/replay-routing";
import { CreateDestinationInput } from "#lib/webhooks/destination-schema";
import {
  createDestination,
  deleteDestination,
  rotateDestinationSecret,
  updateDestination,
} from "#lib/webhooks/save-destination";
import type { ActionRow } from "#tests/support/contract/role-world";

const INPUT = CreateDestinationInput.parse({
  kind: "webhook",
  url: "https://hooks.example.com/catch",
});

/** The actions of a form's destinations. */
export const DESTINATION_ACTIONS: Readonly<Record<string, ActionRow>> = {
  addDestinationAction: {
    access: "members",
    run: ({ ctx, form }) => createDestination(ctx(), form.id, INPUT),
  },
  updateDestinationAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx, form }) => updateDestination(ctx(), form.id, newId(), { name: "CRM" }),
  },
  previewConditionsAction: {
    access: "members",
    run: ({ ctx, form }) =>
      previewConditions(ctx(), form.id, {
        match: "all",
        rules: [{ field: "topic", operator: "equals", value: "sales" }],
      }),
  },
  setDestinationEnabledAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx, form }) => updateDestination(ctx(), form.id, newId(), { enabled: false }),
  },
  rotateDestinationSecretAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx, form }) => rotateDestinationSecret(ctx(), form.id, newId(), { overlapHours: 24 }),
  },
  removeDestinationAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx, form }) => deleteDestination(ctx(), form.id, newId()),
  },
};
