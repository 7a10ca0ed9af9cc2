import { healthRoute } from "#lib/http/operator-routes";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = healthRoute;
