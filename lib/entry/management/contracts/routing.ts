import { previewNotification } from "#lib/domain/emails/plan-notification";
import { NotificationPlan } from "#lib/domain/emails/schema";
import { getRouting, saveRouting } from "#lib/domain/forms/routing/routing";
import { PreviewRoutingInput, Routing, SaveRoutingInput } from "#lib/domain/forms/routing/schema";
import { IDS } from "#lib/entry/management/contracts/examples/example";
import { plan } from "#lib/entry/management/contracts/examples/submissions";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const config: Pick<Routing, "enabled" | "rules"> = {
  enabled: true,
  rules: [
    {
      id: IDS.rule,
      name: "Sales",
      field: "topic",
      operator: "equals",
      value: "sales",
      recipientIds: [IDS.recipient],
    },
  ],
};
const saved: Routing = { revision: "r_5fK2", ...config };

export const routingEndpoints = withTag({ tag: "Routing" }, [
  defineEndpoint("GET /v1/forms/{formId}/routing", {
    operationId: "getRouting",
    summary: "Get a form's routing rules",
    description:
      "Returns the form's routing rules in the order they're evaluated, with their revision. Use it before saving, because an update must send the current revision. The revision is null if rules have never been saved.",
    scope: "integrations:read",
    responses: {
      200: dataResponse("The routing rules. Empty if they've never been saved.", Routing, saved),
    },
    data: (ctx, { params }) => getRouting(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/routing", {
    operationId: "saveRouting",
    summary: "Save a form's routing rules",
    description:
      "Replaces all routing rules of the form. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. Every recipient in a rule must be verified, or the request returns 422 `recipient_not_verified`.",
    scope: "integrations:write",
    body: SaveRoutingInput,
    example: { body: saved },
    responses: {
      200: dataResponse("The routing rules with their new revision.", Routing, {
        ...saved,
        revision: "r_8wQz",
      }),
    },
    errors: ["revision_conflict", "recipient_not_verified"],
    data: (ctx, { params, body }) => saveRouting(ctx, params.formId, body),
  }),
  defineEndpoint("POST /v1/forms/{formId}/routing/preview", {
    operationId: "previewRouting",
    summary: "Test routing rules on a sample submission",
    description:
      "Shows who would be notified if these rules applied to a sample submission. Use it to test rules before you save them. Nothing is saved or sent, and no submission is created.",
    scope: "integrations:read",
    body: PreviewRoutingInput,
    example: { body: { config, fields: { topic: "Sales" } } },
    responses: {
      200: dataResponse("Who would be notified, and why.", NotificationPlan, plan),
    },
    errors: ["recipient_not_verified"],
    data: (ctx, { params, body }) => previewNotification(ctx, params.formId, body),
  }),
]);
