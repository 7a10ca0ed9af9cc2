import { DAY_MS, IDS, type OperationExample, TIMES } from "#lib/http/openapi/examples/example";
import type { Token } from "#lib/tokens/schema";

const token: Token = {
  id: IDS.token,
  name: "Website sync",
  scopes: ["forms:read", "submissions:read"],
  expiresAt: TIMES.created + 90 * DAY_MS,
  workspaceId: IDS.workspace,
  environment: "staging",
};

export const tokenExamples = {
  getToken: { responses: { 200: { data: token } } },
} satisfies Record<string, OperationExample>;
