import { route } from "#app/api-route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(
  "/v1/forms/{formId}/rotate-key",
);
