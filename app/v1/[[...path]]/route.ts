import { after } from "next/server";
import { serveManagement, toRoute } from "#lib/entry/http/route";

/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveManagement, after);
