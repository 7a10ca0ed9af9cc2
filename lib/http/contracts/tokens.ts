import { dataResponse, defineEndpoint, withTag } from "#lib/http/endpoint";
import { DAY_MS, IDS, TIMES } from "#lib/http/openapi/examples/example";
import { Token } from "#lib/tokens/schema";

export const tokenEndpoints = withTag("Token", [
  defineEndpoint("GET /v1/token", {
    operationId: "getToken",
    summary: "Get the current token",
    scope: null,
    responses: {
      200: dataResponse("The token used for this request.", Token, {
        id: IDS.token,
        name: "Website sync",
        scopes: ["forms:read", "submissions:read"],
        expiresAt: TIMES.created + 90 * DAY_MS,
        workspaceId: IDS.workspace,
        environment: "staging",
      }),
    },
    run: async (_ctx, { token }) => ({ data: token }),
  }),
]);
