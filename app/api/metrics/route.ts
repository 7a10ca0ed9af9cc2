import { metricsRoute } from "#lib/http/metrics-route";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = metricsRoute;
