import { confirmMarkSpam, showMarkSpam } from "#lib/http/mark-spam";
import { visitorRoute } from "../visitor-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = visitorRoute(
  showMarkSpam,
  confirmMarkSpam,
);
