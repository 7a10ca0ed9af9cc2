import { forEveryMethod } from "#lib/http/http-types";
import { serveReady } from "#lib/http/serve-operations";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = forEveryMethod(serveReady);
