import { after } from "next/server";
import { toRoute } from "#lib/entry/http/route";
import { serveForm } from "#lib/entry/intake/show-logo";

/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveForm, after);
