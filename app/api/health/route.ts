import { healthRoute } from "#lib/http/operator-routes";

export const dynamic = "force-dynamic";
export const maxDuration = 20;
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = healthRoute;
