import { test } from "vitest";
import type { CreatedToken } from "#lib/domain/tokens/schema";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { callApi } from "#tests/support/contract/api";
import type { Answer } from "#tests/support/contract/check-answer";
import { pathOf, sampleOf } from "#tests/support/contract/contract-samples";
import type { Sample } from "#tests/support/contract/sample";
import { createToken, createWorkspace, type Workspace } from "#tests/support/factories/factories";

/** An endpoint in its own workspace, with a token that has all scopes and a valid request. */
export type Case = {
  endpoint: Endpoint;
  workspace: Workspace;
  token: CreatedToken;
  sample: Sample;
  /** Sends the valid request with these changes. */
  call(
    change?: Parameters<typeof callApi>[2] & { method?: string; path?: string },
  ): Promise<Answer>;
};

async function createCase(endpoint: Endpoint): Promise<Case> {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const sample = await sampleOf(endpoint, workspace);
  const path = pathOf(endpoint, sample.params);
  const granted = { token, query: sample.query ?? {}, body: sample.body };
  return {
    endpoint,
    workspace,
    token,
    sample,
    call: ({ method = endpoint.method, path: other = path, ...change } = {}) =>
      callApi(method, other, { ...granted, ...change }),
  };
}

/** Declares one test of the guarantee per endpoint. */
export function guarantee(
  name: string,
  of: readonly Endpoint[],
  check: (one: Case) => Promise<void>,
): void {
  test.each(of)(`$method $path: ${name}`, async (endpoint) => check(await createCase(endpoint)));
}

export const all = endpoints;
export const scoped = endpoints.filter(({ scope }) => scope !== null);
export const mutations = endpoints.filter(({ method }) => method !== "GET");
export const withBody = endpoints.filter(({ body }) => body !== undefined);
export const withRequiredBody = withBody.filter(({ isBodyOptional }) => !isBodyOptional);
export const withoutBody = mutations.filter(({ body }) => body === undefined);
export const withParams = endpoints.filter(({ path }) => path.includes("{"));
export const withQuery = endpoints.filter(({ query }) => query !== undefined);

/** What the request pipeline knows of an endpoint before it calls it. */
const shapeOf = ({ method, path, body, isBodyOptional, query, scope, hasOwnBucket }: Endpoint) =>
  JSON.stringify([
    method === "GET",
    path.split("{").length,
    body !== undefined,
    isBodyOptional === true,
    query !== undefined,
    scope !== null,
    hasOwnBucket === true,
  ]);

/**
 * One endpoint of each shape, for what the pipeline does before it knows which endpoint is called: it does the
 * same for all of a shape.
 */
export function oneOfEachShape(of: readonly Endpoint[]): Endpoint[] {
  return [...new Map(of.map((endpoint) => [shapeOf(endpoint), endpoint])).values()];
}
