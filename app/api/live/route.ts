import { liveRoute } from "#lib/http/probe-routes";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = liveRoute;
