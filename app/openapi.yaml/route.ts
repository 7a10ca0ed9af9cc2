import { openApiYamlRoute } from "#lib/entry/openapi/serve-document";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = openApiYamlRoute;
