import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { forEveryMethod } from "#lib/http/methods";
import { isOperator } from "#lib/http/operator";
import { RequestLog } from "#lib/http/request-log";
import { errorResponse, finish, jsonResponse, toAppError } from "#lib/http/respond";

type CronHandler = (request: Request) => Promise<Response>;

/**
 * The handlers of a job's route (CONTRACT section 7): GET with `Authorization: Bearer ${CRON_SECRET}`
 * runs the job and answers its counts; without a secret in the settings nobody may.
 */
export function cronRoute(path: string, job: () => Promise<object>) {
  const serve: CronHandler = async (request) => {
    const requestId = newId();
    const entry = new RequestLog(requestId, request.method, path);
    let response: Response;
    let isIdle = false;
    try {
      requireGet(request.method);
      requireCronSecret(request.headers.get("authorization"));
      const counts = await job();
      isIdle = Object.values(counts).every((count) => count === 0);
      response = jsonResponse(200, { data: counts });
    } catch (failure) {
      const error = toAppError(failure, requestId);
      response = errorResponse(error, requestId);
      if (error.code === "method_not_allowed") response.headers.set("Allow", "GET");
    }
    // The self-hosted timer asks every second: a line each would bury the others.
    if (!isIdle) entry.write(response.status);
    return finish(response, requestId);
  };
  return forEveryMethod(serve);
}

function requireGet(method: string): void {
  if (method !== "GET") throw new AppError("method_not_allowed", "This URL only supports GET.");
}

/** @throws {AppError} cron_secret_invalid */
function requireCronSecret(authorization: string | null): void {
  if (!isOperator(authorization))
    throw new AppError(
      "cron_secret_invalid",
      "Send CRON_SECRET as a bearer token to run this job.",
    );
}
