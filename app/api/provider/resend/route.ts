import { after } from "next/server";
import { toRoute } from "#lib/http/route";
import { serveResendReport } from "#lib/http/serve-provider";

/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveResendReport, after);
