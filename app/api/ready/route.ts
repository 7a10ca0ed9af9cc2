import { serveReady } from "#lib/http/serve-operations";
import { forEveryMethod } from "#lib/http/web";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = forEveryMethod(serveReady);
