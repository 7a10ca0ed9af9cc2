import { after } from "next/server";
import { toRoute } from "#lib/entry/http/handler";
import { serveManagement } from "#lib/entry/management/serve-management";

/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveManagement, after);
