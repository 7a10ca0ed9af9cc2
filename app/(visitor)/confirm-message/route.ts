import { after } from "next/server";
import { confirmMessage, showConfirmMessage } from "#lib/http/confirm-message";
import { visitorRoute } from "../visitor-route";

/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = visitorRoute(
  showConfirmMessage,
  (request) => confirmMessage(request, after),
);
