import { forEveryMethod } from "#lib/http/http-types";
import { serveHealth } from "#lib/http/serve-operations";

export const dynamic = "force-dynamic";
export const maxDuration = 20;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = forEveryMethod(serveHealth);
