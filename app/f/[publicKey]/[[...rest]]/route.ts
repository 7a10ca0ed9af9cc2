import { after } from "next/server";
import { toRoute } from "#lib/http/route";
import { serveForm } from "#lib/intake-http/serve-form";

/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveForm, after);
