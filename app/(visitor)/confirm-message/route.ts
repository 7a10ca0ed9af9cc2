import { after } from "next/server";
import { confirmMessagePage, linkRoute } from "#lib/entry/visitor-pages/link-pages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = linkRoute(
  confirmMessagePage,
  after,
);
/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
