import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { getOutboxLag } from "#lib/deliveries/queue";
import { forEveryMethod } from "#lib/http/methods";
import { isOperator } from "#lib/http/operator";
import { errorResponse, finish, jsonResponse } from "#lib/http/respond";

/**
 * Whether the service can do its work: 200, or 503 when the database is away (CONTRACT section 7).
 * Operators, who show CRON_SECRET as a bearer token, are also told how far behind the outbox is: two
 * figures over all workspaces, and nothing of any of them.
 */
async function getHealth(request: Request): Promise<Response> {
  const requestId = newId();
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(requestId);
  try {
    const status = await readStatus(isOperator(request.headers.get("authorization")));
    return finish(jsonResponse(200, status), requestId);
  } catch (cause) {
    const error = new AppError("service_unavailable", "The database is unavailable.", {
      retryAfterSeconds: 5,
      cause,
    });
    return finish(errorResponse(error, requestId), requestId);
  }
}

function refuseMethod(requestId: string): Response {
  const response = errorResponse(
    new AppError("method_not_allowed", "This URL only supports GET."),
    requestId,
  );
  response.headers.set("Allow", "GET, HEAD");
  return finish(response, requestId);
}

async function readStatus(isDetailed: boolean): Promise<object> {
  if (isDetailed) return { status: "ok", outbox: await getOutboxLag(new Date()) };
  await db().$queryRaw`SELECT 1`;
  return { status: "ok" };
}

/** The handlers of `/api/health`. */
export const healthRoute = forEveryMethod(getHealth);
