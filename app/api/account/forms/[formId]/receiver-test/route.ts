import { accountRoute } from "#app/api-route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = accountRoute(
  "/api/account/forms/{formId}/receiver-test",
);
