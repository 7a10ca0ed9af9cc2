import { z } from "zod";
import { defineEndpoint } from "#lib/http/endpoint";
import { Token } from "#lib/tokens/schema";

export const tokenEndpoints = [
  defineEndpoint({
    operationId: "getToken",
    method: "GET",
    path: "/v1/token",
    tag: "Token",
    summary: "Get the current token",
    scope: null,
    responses: {
      200: {
        description: "The token used for this request.",
        schema: z.strictObject({ data: Token }),
      },
    },
    run: async (_ctx, { token }) => ({ status: 200, body: { data: token } }),
  }),
];
