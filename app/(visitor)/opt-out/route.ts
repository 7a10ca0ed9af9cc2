import { confirmOptOut, showOptOut } from "#lib/http/opt-out";
import { visitorRoute } from "../visitor-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = visitorRoute(
  showOptOut,
  confirmOptOut,
);
