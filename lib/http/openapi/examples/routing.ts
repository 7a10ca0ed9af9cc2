import type { z } from "zod";
import { IDS, type OperationExample } from "#lib/http/openapi/examples/example";
import { plan } from "#lib/http/openapi/examples/submissions";
import type { PreviewRoutingInput, Routing, SaveRoutingInput } from "#lib/routing/schema";

const routing: Routing = {
  revision: "r_5fK2",
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

const { enabled, rules } = routing;

export const routingExamples = {
  getRouting: { responses: { 200: { data: routing } } },
  saveRouting: {
    body: { revision: routing.revision, enabled, rules } satisfies SaveRoutingInput,
    responses: { 200: { data: { ...routing, revision: "r_8wQz" } } },
  },
  previewRouting: {
    body: {
      config: { enabled, rules },
      fields: { topic: "Sales" },
    } satisfies z.input<typeof PreviewRoutingInput>,
    responses: { 200: { data: plan } },
  },
} satisfies Record<string, OperationExample>;
