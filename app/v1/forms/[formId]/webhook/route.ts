import { after } from "next/server";
import { route } from "#lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(
  "/v1/forms/{formId}/webhook",
  after,
);
