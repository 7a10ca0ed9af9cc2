import { expect, test } from "vitest";
import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";
import { SCOPE_NAMES } from "#lib/tokens/schema";

/** The 52 management endpoints: method, path, scope, and success statuses. */
const TABLE = `
GET    /v1/token                                                              -                  200
GET    /v1/forms                                                              forms:read         200
POST   /v1/forms                                                              forms:write        201
GET    /v1/forms/{formId}                                                     forms:read         200
PATCH  /v1/forms/{formId}                                                     forms:write        200
DELETE /v1/forms/{formId}                                                     forms:write        204
POST   /v1/forms/{formId}/rotate-key                                          forms:write        200
GET    /v1/forms/{formId}/fields                                              forms:read         200
POST   /v1/forms/{formId}/fields                                              forms:write        200
GET    /v1/forms/{formId}/page                                                forms:read         200
POST   /v1/forms/{formId}/page                                                forms:write        200
POST   /v1/forms/{formId}/turnstile                                           forms:write        200
DELETE /v1/forms/{formId}/turnstile                                           forms:write        204
GET    /v1/recipients                                                         recipients:read    200
POST   /v1/recipients                                                         recipients:write   200,202
GET    /v1/submissions                                                        submissions:read   200
GET    /v1/submissions/export                                                 submissions:read   200
GET    /v1/submissions/{submissionId}                                         submissions:read   200
PATCH  /v1/submissions/{submissionId}                                         submissions:write  200
PATCH  /v1/submissions                                                        submissions:write  200
POST   /v1/submissions/{submissionId}/restore                                 submissions:write  200
DELETE /v1/submissions/{submissionId}                                         submissions:write  204
GET    /v1/submissions/{submissionId}/attachments/{attachmentId}              files:read         200
POST   /v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry      submissions:write  200
GET    /v1/usage                                                              usage:read         200
GET    /v1/forms/{formId}/routing                                             integrations:read  200
POST   /v1/forms/{formId}/routing                                             integrations:write 200
POST   /v1/forms/{formId}/routing/preview                                     integrations:read  200
GET    /v1/forms/{formId}/autoresponder                                       integrations:read  200
POST   /v1/forms/{formId}/autoresponder                                       integrations:write 200
POST   /v1/forms/{formId}/autoresponder/preview                               integrations:read  200
GET    /v1/forms/{formId}/webhook                                             integrations:read  200
POST   /v1/forms/{formId}/webhook                                             integrations:write 200,201
DELETE /v1/forms/{formId}/webhook                                             integrations:write 204
POST   /v1/forms/{formId}/webhook/rotate-secret                               integrations:write 200
POST   /v1/forms/{formId}/webhook/test                                        integrations:write 202
GET    /v1/forms/{formId}/webhook/deliveries                                  submissions:read   200
GET    /v1/forms/{formId}/webhook/deliveries/{deliveryId}                     submissions:read   200
POST   /v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry               submissions:write  200
POST   /v1/forms/{formId}/webhook/replay                                      submissions:write  202
GET    /v1/forms/{formId}/destinations                                        integrations:read  200
POST   /v1/forms/{formId}/destinations                                        integrations:write 201
GET    /v1/forms/{formId}/destinations/{destinationId}                        integrations:read  200
PATCH  /v1/forms/{formId}/destinations/{destinationId}                        integrations:write 200
DELETE /v1/forms/{formId}/destinations/{destinationId}                        integrations:write 204
POST   /v1/forms/{formId}/destinations/{destinationId}/test                   integrations:write 202
POST   /v1/forms/{formId}/destinations/{destinationId}/rotate-secret          integrations:write 200
GET    /v1/forms/{formId}/sample-event                                        submissions:read   200
GET    /v1/forms/{formId}/destinations/{destinationId}/deliveries             submissions:read   200
GET    /v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId} submissions:read  200
POST   /v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId}/retry submissions:write 200
POST   /v1/forms/{formId}/destinations/{destinationId}/replay                 submissions:write  202`;

const rows = TABLE.trim()
  .split("\n")
  .map((line) => line.split(/ +/).join(" "));

test("endpoints have the documented order, scopes, and statuses", () => {
  const declared = endpoints.map(({ method, path, scope, responses }) =>
    [method, path, scope ?? "-", Object.keys(responses).join(",")].join(" "),
  );
  expect(declared).toEqual(rows);
});

test("the API has exactly the ten documented scopes", () => {
  expect(SCOPE_NAMES).toEqual([
    "forms:read",
    "forms:write",
    "submissions:read",
    "submissions:write",
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
