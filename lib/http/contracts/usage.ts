import { z } from "zod";
import { defineEndpoint } from "#lib/http/endpoint";
import { getUsage } from "#lib/usage/get-usage";
import { Usage } from "#lib/usage/schema";

export const usageEndpoints = [
  defineEndpoint({
    operationId: "getUsage",
    method: "GET",
    path: "/v1/usage",
    tag: "Usage",
    summary: "Get this month's usage",
    scope: "usage:read",
    responses: {
      200: { description: "Usage.", schema: z.strictObject({ data: Usage }) },
    },
    run: async (ctx) => ({ status: 200, body: { data: await getUsage(ctx) } }),
  }),
];
