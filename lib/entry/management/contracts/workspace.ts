import { DAY_MS } from "#lib/core/durations";
import { Token } from "#lib/domain/tokens/schema";
import { getUsage } from "#lib/domain/usage/get-usage";
import { Usage } from "#lib/domain/usage/schema";
import { IDS, TIMES } from "#lib/entry/management/contracts/examples/example";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

export const tokenEndpoints = withTag({ tag: "Token" }, [
  defineEndpoint("GET /v1/token", {
    operationId: "getToken",
    summary: "Get the current token",
    description:
      "Returns the token of this request: its workspace, environment, scopes, and expiry. Use it to check that a token works, and to read its scopes.",
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
    data: async (_ctx, { token }) => token,
  }),
]);

export const usageEndpoints = withTag({ tag: "Usage" }, [
  defineEndpoint("GET /v1/usage", {
    operationId: "getUsage",
    summary: "Get this month's usage",
    description:
      "Returns what the workspace has used in the current UTC month: accepted submissions, spam, folder totals, and storage. Use it to see how much of the allowance is left.",
    scope: "usage:read",
    responses: {
      200: dataResponse("Usage.", Usage, {
        month: "2026-11",
        periodStart: Date.UTC(2026, 10, 1),
        periodEnd: Date.UTC(2026, 11, 1),
        accepted: 212,
        spam: 31,
        held: 0,
        allowance: 1_000,
        folders: { inbox: 148, archive: 64, spam: 31 },
        storageBytes: 5_242_880,
      }),
    },
    data: (ctx) => getUsage(ctx),
  }),
]);
