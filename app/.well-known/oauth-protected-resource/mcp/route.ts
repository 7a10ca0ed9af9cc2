import { protectedResourceRoute } from "#lib/entry/mcp/well-known";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = protectedResourceRoute;
