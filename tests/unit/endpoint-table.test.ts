import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ERROR_STATUS } from "#lib/core/errors";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { accountEndpoints } from "#lib/entry/account/contract";
import { endpoints } from "#lib/entry/management/contracts/index";
import { pathFinder } from "#lib/entry/management/router";
import { ENDPOINT_ROWS } from "#tests/support/contract/endpoint-table";

test("endpoints have the documented order, names, scopes, and statuses", () => {
  const declared = endpoints.map(({ operationId, method, path, scope, responses }) => ({
    ...{ operationId, method, path, scope: scope ?? "-" },
    statuses: Object.keys(responses).join(","),
  }));
  const documented = ENDPOINT_ROWS.map(({ hints, action, secondStatus, ...row }) => row);
  expect(declared).toEqual(documented);
});

test("the API has exactly the twelve documented scopes", () => {
  expect(SCOPE_NAMES).toEqual([
    "forms:read",
    "forms:write",
    "submissions:read",
    "submissions:write",
    "submissions:reply",
    "submissions:import",
    "files:read",
    "recipients:read",
    "recipients:write",
    "integrations:read",
    "integrations:write",
    "usage:read",
  ]);
});

test("only sign-up and sign-in work without a session", () => {
  const open = accountEndpoints.filter(({ access }) => access === "anyone").map(({ path }) => path);
  expect(open).toEqual([
    "/api/account/sign-up",
    "/api/account/sign-in",
    "/api/account/sign-in/passkey-options",
    "/api/account/sign-in/passkey",
  ]);
});

/** Part of the public API: the status of a code never changes. */
const STATUSES: Record<number, string> = {
  401: "token_missing token_invalid token_expired token_revoked wrong_environment credentials_invalid second_factor_required session_required cron_secret_invalid signature_invalid",
  403: "insufficient_scope cookie_not_allowed origin_not_allowed proxy_key_not_allowed wrong_api_origin bearer_not_allowed csrf_rejected owner_required own_sign_in_required provider_sign_in_required sign_up_closed reauthentication_required form_paused form_closed address_unconfirmed",
  404: "not_found attachment_expired attachment_unavailable",
  405: "method_not_allowed",
  409: "not_spam revision_conflict email_taken delivery_not_retryable duplicate_not_acknowledged webhook_not_configured widget_required idempotency_in_progress last_owner recipient_in_use saved_reply_name_taken reply_not_possible reply_sent import_conflict",
  413: "body_too_large submission_too_large import_too_large",
  415: "unsupported_media_type",
  422: "validation_failed invalid_json recipient_not_verified turnstile_secret_rejected export_too_large empty_submission too_many_fields file_type_not_allowed uploads_disabled turnstile_required turnstile_failed idempotency_key_reused import_unreadable",
  429: "rate_limited recipient_limit_reached destination_limit_reached saved_reply_limit_reached form_limit_reached token_limit_reached passkey_limit_reached block_list_full member_limit_reached import_limit_reached note_limit_reached reply_limit_reached verification_cooldown retry_cooldown webhook_test_cooldown allowance_exceeded",
  500: "internal_error",
  503: "service_unavailable turnstile_unreachable storage_unavailable",
};

test("every error code has its documented status", () => {
  const expected = Object.entries(STATUSES).flatMap(([status, codes]) =>
    codes.split(" ").map((code) => [code, Number(status)]),
  );
  expect(ERROR_STATUS).toEqual(Object.fromEntries(expected));
});

const ROOT = new URL("../..", import.meta.url).pathname;
const METHODS = "{ GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS }";

test.each([
  ["app/v1/[[...path]]/route.ts", "serveManagement"],
  ["app/api/[[...path]]/route.ts", "serveInternalApi"],
  ["app/f/[publicKey]/[[...rest]]/route.ts", "serveForm"],
  ["app/mcp/route.ts", "serveMcp"],
])("%s only forwards every method to %s", (file, handler) => {
  const text = readFileSync(ROOT + file, "utf8");
  expect(text).toContain(`export const ${METHODS} = toRoute(${handler}, after);`);
});

test("no other route file takes an address of an endpoint or a form", () => {
  expect(globSync("app/{v1,api,f,mcp}/**/{route,page}.{ts,tsx}", { cwd: ROOT })).toHaveLength(4);
});

test("an address finds its endpoints, and fixed segments win over parameters", () => {
  const find = pathFinder(endpoints);
  const pathOf = (address: string) => find(address).here[0]?.path;
  expect(pathOf("/v1/submissions/export")).toBe("/v1/submissions/export");
  expect(find("/v1/submissions/x")).toMatchObject({ params: { submissionId: "x" } });
  expect(find("/v1/forms").here.map(({ method }) => method)).toEqual(["GET", "POST"]);
  for (const unknown of ["/v1", "/v1/forms/", "/v1//forms", "/v1/forms/x/y", "/V1/forms"])
    expect(find(unknown), unknown).toEqual({ here: [], params: {} });
});

test("what an endpoint returns has a status that its contract describes", () => {
  const undescribed = endpoints.filter(({ status = 200, responses }) => !(status in responses));
  expect(undescribed.map(({ operationId }) => operationId)).toEqual([]);
});

test("every endpoint has a unique method and path, and a unique operation ID", () => {
  const all = [...endpoints, ...accountEndpoints].map(({ method, path }) => `${method} ${path}`);
  expect(new Set(all).size).toBe(all.length);
  const ids = endpoints.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});
