import {
  requireUsableDatabase,
  requireWritableDatabase,
} from "#lib/adapters/db/require-usable-database";
import { limiterStatus } from "#lib/adapters/limiter/limiter";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { isSameSecret } from "#lib/core/secrets";
import { release, settings } from "#lib/core/settings/settings";
import { isStopping, noteReadinessCheck } from "#lib/core/stopping";
import { measureJob } from "#lib/core/telemetry/metrics";
import { getOutboxLag } from "#lib/domain/deliveries/backlog";
import { databaseClock } from "#lib/domain/deliveries/clock";
import { findEmailRefusal } from "#lib/domain/emails/email-refusal";
import { isModelConfigured } from "#lib/domain/spam/ask-model";
import { serveAccount } from "#lib/entry/account/serve-account";
import type { Handler } from "#lib/entry/http/handler";
import { type HttpRequest, HttpResponse, pathOf } from "#lib/entry/http/http-types";
import { RequestLog, requireMethod, serveApi } from "#lib/entry/http/request-log";
import { errorResponse, finish, jsonResponse } from "#lib/entry/http/respond";
import { runMaintenanceJob, runOutboxJob } from "#lib/entry/jobs/cron-jobs";
import { serveRegistration, serveRevocation, serveToken } from "#lib/entry/oauth/serve-oauth";
import { collectMetrics, readAllThreads } from "#lib/entry/operations/collect-metrics";
import { reportModel } from "#lib/entry/operations/model-report";
import { serveResendReport } from "#lib/entry/operations/serve-provider";

/** Returns whether a request has the deployment's `CRON_SECRET`. Always false if it isn't set. */
function isOperator({ headers }: HttpRequest): boolean {
  const { cronSecret } = settings();
  const token = /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const isSame = isSameSecret(token, cronSecret ?? "");
  return cronSecret !== undefined && isSame;
}

/** @throws {AppError} cron_secret_invalid; `purpose` completes its message */
function requireOperator(request: HttpRequest, purpose: string): void {
  if (!isOperator(request))
    throw new AppError("cron_secret_invalid", `Send CRON_SECRET as a bearer token ${purpose}.`);
}

/** Serves `/api/cron/{name}`: GET with `Authorization: Bearer ${CRON_SECRET}` runs the job. */
function serveJob(name: string, job: () => Promise<object>): Handler {
  return async (request) => {
    const entry = new RequestLog(newId(), request.method, `/api/cron/${name}`);
    const run = async () => {
      requireMethod(request, "GET");
      requireOperator(request, "to run this job");
      const counts = await measureJob(name, job);
      // A timer may call every second: a line each would bury the others.
      entry.isSkipped = Object.values(counts).every((count) => count === 0);
      return jsonResponse(200, { data: counts });
    };
    return serveApi(run, entry);
  };
}

async function readStatus(isDetailed: boolean): Promise<object> {
  await requireWritableDatabase();
  if (!isDetailed) return { status: "ok", ...release() };
  const now = (await databaseClock()).now();
  const outbox = await getOutboxLag(now);
  const model = isModelConfigured() ? reportModel(await readAllThreads()) : null;
  return {
    status: "ok",
    ...release(),
    outbox,
    limiter: limiterStatus(),
    ...(model ? { spamModel: model } : {}),
  };
}

/**
 * Serves `/api/health`: 200 with the version and commit, or 503 when the database is down or read-only. Operators also
 * see the outbox's lag over all workspaces, where rate limits are counted, and whether their model responds.
 */
export function serveHealth(request: HttpRequest): Promise<HttpResponse> {
  return serveApi(async () => {
    requireMethod(request, "GET", "HEAD");
    return jsonResponse(200, await readStatus(isOperator(request)));
  });
}

/** Serves `/api/live`: 200 while this process responds, even without a database. */
export function serveLive(request: HttpRequest): Promise<HttpResponse> {
  return serveApi(() => {
    requireMethod(request, "GET", "HEAD");
    return jsonResponse(200, { status: "ok" });
  });
}

/** A response that isn't an error, so it isn't logged. */
function respondStopping(): HttpResponse {
  const requestId = newId();
  const error = new AppError("service_unavailable", "This process is stopping.", {
    retryAfterSeconds: 5,
  });
  return finish(errorResponse(error, requestId), requestId);
}

/**
 * Returns whether the provider accepts this service; nothing while emails are captured. It doesn't change
 * readiness.
 */
async function readEmailState(): Promise<{ email?: "ok" | "rejected" }> {
  if (settings().email.mode === "capture") return {};
  return { email: (await findEmailRefusal()) ? "rejected" : "ok" };
}

/**
 * Serves `/api/ready`: 200 if this process can serve requests, otherwise 503 with the reason. It's 503
 * from SIGTERM on, while requests are still served, so that a proxy stops sending them.
 */
export async function serveReady(request: HttpRequest): Promise<HttpResponse> {
  noteReadinessCheck();
  if (isStopping()) return respondStopping();
  return serveApi(async () => {
    requireMethod(request, "GET", "HEAD");
    await requireUsableDatabase();
    await requireWritableDatabase();
    return jsonResponse(200, { status: "ok", ...(await readEmailState()) });
  });
}

/** Serves `GET /api/metrics` with `Authorization: Bearer ${CRON_SECRET}`: Prometheus' text format. */
export function serveMetrics(request: HttpRequest): Promise<HttpResponse> {
  return serveApi(async () => {
    requireMethod(request, "GET");
    requireOperator(request, "to read the metrics");
    const { text, contentType } = await collectMetrics();
    return new HttpResponse(200, { "Content-Type": contentType }, text);
  });
}

/** Paths under `/api` that aren't endpoints of the session. */
export const OPERATIONS: Readonly<Record<string, Handler>> = {
  "/api/health": serveHealth,
  "/api/live": serveLive,
  "/api/ready": serveReady,
  "/api/metrics": serveMetrics,
  "/api/provider/resend": serveResendReport,
  "/api/oauth/register": serveRegistration,
  "/api/oauth/token": serveToken,
  "/api/oauth/revoke": serveRevocation,
  "/api/cron/outbox": serveJob("outbox", runOutboxJob),
  "/api/cron/maintenance": serveJob("maintenance", runMaintenanceJob),
};

/** Serves everything under `/api`. */
export const serveInternalApi: Handler = (request, defer) => {
  const handle = OPERATIONS[pathOf(request)] ?? serveAccount;
  return handle(request, defer);
};
