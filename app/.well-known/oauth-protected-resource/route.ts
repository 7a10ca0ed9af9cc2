import { protectedResourceRoute } from "#lib/entry/oauth/metadata";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = protectedResourceRoute;
