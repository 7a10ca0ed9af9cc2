import type { HttpRequest } from "#lib/http/message";
import { HttpResponse } from "#lib/http/message";
import { requireOperator } from "#lib/http/operator-routes";
import { requireMethod, serveApi } from "#lib/http/serve-api";
import { forEveryMethod } from "#lib/http/web";
import { collectMetrics } from "#lib/operations/collect-metrics";

/** `GET /api/metrics` with `Authorization: Bearer ${CRON_SECRET}`: Prometheus' text format. */
export const metricsRoute = forEveryMethod((request: HttpRequest) =>
  serveApi(async () => {
    requireMethod(request, "GET");
    requireOperator(request, "to read the metrics");
    const { text, contentType } = await collectMetrics();
    return new HttpResponse(200, { "Content-Type": contentType }, text);
  }),
);
