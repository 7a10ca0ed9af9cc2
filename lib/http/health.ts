import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { errorResponse, finish, jsonResponse } from "#lib/http/respond";

/** Whether the service can do its work: 200, or 503 when the database is away. */
export async function getHealth(): Promise<Response> {
  const requestId = newId();
  try {
    await db().$queryRaw`SELECT 1`;
    return finish(jsonResponse(200, { status: "ok" }), requestId);
  } catch (cause) {
    const error = new AppError("service_unavailable", "The database cannot be reached.", {
      retryAfterSeconds: 5,
      cause,
    });
    return finish(errorResponse(error, requestId), requestId);
  }
}
