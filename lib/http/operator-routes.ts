import { limiterStatus } from "#lib/clients/limiter";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { measureJob } from "#lib/core/metrics";
import { isSameSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { pool } from "#lib/db/database";
import { databaseClock } from "#lib/deliveries/clock";
import { getOutboxLag } from "#lib/deliveries/queue";
import type { HttpRequest } from "#lib/http/message";
import { jsonResponse } from "#lib/http/respond";
import { RequestLog, requireMethod, serveApi } from "#lib/http/serve-api";
import { forEveryMethod } from "#lib/http/web";

/** Whether a request carries the deployment's `CRON_SECRET`; none does while it isn't set. */
function isOperator({ headers }: HttpRequest): boolean {
  const { cronSecret } = settings();
  const token = /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const isSame = isSameSecret(token, cronSecret ?? "");
  return cronSecret !== undefined && cronSecret !== "" && isSame;
}

/** @throws {AppError} cron_secret_invalid; `purpose` completes its message */
export function requireOperator(request: HttpRequest, purpose: string): void {
  if (!isOperator(request))
    throw new AppError("cron_secret_invalid", `Send CRON_SECRET as a bearer token ${purpose}.`);
}

/** The handlers of a job's route: GET with `Authorization: Bearer ${CRON_SECRET}` runs the job. */
export function cronRoute(path: string, job: () => Promise<object>) {
  return forEveryMethod(async (request: HttpRequest) => {
    const entry = new RequestLog(newId(), request.method, path);
    const run = async () => {
      requireMethod(request, "GET");
      requireOperator(request, "to run this job");
      const counts = await measureJob(path.replace("/api/cron/", ""), job);
      // The self-hosted timer calls every second: a line each would bury the others.
      entry.isSkipped = Object.values(counts).every((count) => count === 0);
      return jsonResponse(200, { data: counts });
    };
    return serveApi(run, entry);
  });
}

async function readStatus(isDetailed: boolean): Promise<object> {
  try {
    if (isDetailed) {
      const now = (await databaseClock()).now();
      return { status: "ok", outbox: await getOutboxLag(now), limiter: limiterStatus() };
    }
    await pool().query("SELECT 1");
    return { status: "ok" };
  } catch (cause) {
    throw new AppError("service_unavailable", "The database is unavailable.", {
      retryAfterSeconds: 5,
      cause,
    });
  }
}

/**
 * The handlers of `/api/health`: 200, or 503 when the database is away. Operators also see how far
 * behind the outbox is, over all workspaces, and where rate limits are counted.
 */
export const healthRoute = forEveryMethod((request: HttpRequest) =>
  serveApi(async () => {
    requireMethod(request, "GET", "HEAD");
    return jsonResponse(200, await readStatus(isOperator(request)));
  }),
);
