import { expect } from "vitest";
import type { ErrorCode } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { errorOf } from "#tests/support/contract/api";
import { all, type Case, guarantee, oneOfEachShape } from "#tests/support/contract/contract-cases";
import { pathOf } from "#tests/support/contract/contract-samples";
import { createToken } from "#tests/support/factories/factories";

type Request = NonNullable<Parameters<Case["call"]>[0]> & { headers: Record<string, string> };
type Fault = { code: ErrorCode; add: (request: Request) => void | Promise<void> };

const header = (name: string, value: string) => (request: Request) => {
  request.headers[name] = value;
};

/** One fault per step of this endpoint's request pipeline, in order. */
function faultsOf({ endpoint, workspace, sample }: Case): Fault[] {
  const hasBody = endpoint.method !== "GET";
  const { maxBodyBytes = 32 * 1024 } = endpoint;
  const withBody = (rawBody: string) => (request: Request) => {
    request.rawBody = rawBody;
  };
  const faults: (Fault | false)[] = [
    { code: "proxy_key_not_allowed", add: header("x-service-proxy-key", "") },
    { code: "cookie_not_allowed", add: header("cookie", "a=b") },
    { code: "origin_not_allowed", add: header("origin", "null") },
    { code: "wrong_api_origin", add: header("host", "example.com") },
    {
      code: "method_not_allowed",
      add: (request) => {
        request.method = "PUT";
      },
    },
    { code: "token_invalid", add: header("authorization", "Bearer wrong") },
    endpoint.scope !== null && {
      code: "insufficient_scope",
      add: async (request) => {
        const scopes = SCOPE_NAMES.filter((scope) => scope !== endpoint.scope);
        request.token = await createToken(workspace, { scopes });
      },
    },
    hasBody && { code: "unsupported_media_type", add: header("content-type", "text/plain") },
    hasBody && { code: "body_too_large", add: withBody(`{${" ".repeat(maxBodyBytes)}`) },
    hasBody && { code: "invalid_json", add: withBody("{") },
    hasBody && { code: "validation_failed", add: withBody('{"unknownProperty":1}') },
    endpoint.query !== undefined && {
      code: "validation_failed",
      add: (request) => {
        const [name = ""] = Object.keys(endpoint.query?.shape ?? {});
        request.query = { ...sample.query, [name]: "" };
      },
    },
    sample.params !== undefined && {
      code: "not_found",
      add: (request) => {
        const ids = Object.keys(sample.params ?? {}).map((name) => [name, newId()] as const);
        request.path = pathOf(endpoint, Object.fromEntries(ids));
      },
    },
  ];
  return faults.filter((fault) => fault !== false);
}

guarantee(
  "returns the error of the first failing pipeline step",
  oneOfEachShape(all),
  async (one) => {
    const faults = faultsOf(one);
    for (let first = 0; first < faults.length; first += 1) {
      const request: Request = { headers: {} };
      // Applied in reverse, so that the earliest step's body is the one sent.
      for (const fault of faults.slice(first).reverse()) await fault.add(request);
      errorOf(await one.call(request), faults[first]?.code ?? "internal_error");
    }
    expect((await one.call()).status).toBe(one.sample.status);
  },
);
