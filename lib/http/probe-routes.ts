import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { isStopping, noteReadinessCheck } from "#lib/core/stopping";
import { requireUsableDatabase } from "#lib/db/require-usable-database";
import type { HttpRequest, HttpResponse } from "#lib/http/message";
import { errorResponse, finish, jsonResponse } from "#lib/http/respond";
import { requireMethod, serveApi } from "#lib/http/serve-api";
import { forEveryMethod } from "#lib/http/web";

/** `/api/live`: 200 while this process responds, whatever the database does. */
export const liveRoute = forEveryMethod((request: HttpRequest) =>
  serveApi(() => {
    requireMethod(request, "GET", "HEAD");
    return jsonResponse(200, { status: "ok" });
  }),
);

/** Not an error, so it isn't logged. */
function respondStopping(): HttpResponse {
  const requestId = newId();
  const error = new AppError("service_unavailable", "This process is stopping.", {
    retryAfterSeconds: 5,
  });
  return finish(errorResponse(error, requestId), requestId);
}

/**
 * `/api/ready`: 200 if this process can serve requests, otherwise 503 with the reason. It's 503 from
 * SIGTERM on, while requests are still served, so that a proxy stops sending them.
 */
export const readyRoute = forEveryMethod(async (request: HttpRequest) => {
  noteReadinessCheck();
  if (isStopping()) return respondStopping();
  return serveApi(async () => {
    requireMethod(request, "GET", "HEAD");
    await requireUsableDatabase();
    return jsonResponse(200, { status: "ok" });
  });
});
