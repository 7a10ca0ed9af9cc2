import createClient from "openapi-fetch";
import type { CreatedToken } from "#lib/tokens/schema";
import { callApi } from "#tests/support/contract/api";
import { postVisit } from "#tests/support/contract/intake";
import { apiOrigin } from "#tests/support/contract/transport";
import type { paths } from "#tests/support/generated/api-types";

/** Sends a generated client's requests with the same checks as all other test calls. */
async function fetchChecked(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const rawBody = request.body ? await request.text() : undefined;
  const publicKey = /^\/f\/(\w+)$/.exec(pathname)?.[1];
  if (publicKey) {
    const contentType = request.headers.get("content-type") ?? "";
    return postVisit(publicKey, { raw: rawBody ?? "", contentType, headers });
  }
  const call = rawBody === undefined ? { headers } : { headers, rawBody };
  const {
    bytes,
    status,
    headers: answered,
  } = await callApi(request.method, pathname + search, call);
  const body = status === 204 ? null : new Uint8Array(bytes);
  return new Response(body, { status, headers: answered });
}

/** A client with only the types generated from the service's OpenAPI document. */
export function typedClient(token?: CreatedToken) {
  return createClient<paths>({
    baseUrl: apiOrigin(),
    headers: token ? { authorization: `Bearer ${token.token}` } : {},
    fetch: fetchChecked,
  });
}
