import { protectedResourceRoute } from "#lib/http/protected-resource";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = protectedResourceRoute;
