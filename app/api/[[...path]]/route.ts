import { after } from "next/server";
import { toRoute } from "#lib/entry/http/handler";
import { serveInternalApi } from "#lib/entry/operations/serve-operations";

/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveInternalApi, after);
