import { postmanRoute } from "#lib/http/serve-openapi";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postmanRoute;
