import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { log } from "#lib/core/telemetry/log";
import { recordRequest } from "#lib/core/telemetry/metrics";
import { describeSpan } from "#lib/core/telemetry/tracing";
import type { HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { errorResponse, finish, toAppError } from "#lib/entry/http/respond";

export class MethodNotAllowed extends AppError {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super("method_not_allowed", `Use ${allowed.join(" or ")} here.`);
    this.allowed = allowed;
  }
}

/** @throws {MethodNotAllowed} */
export function requireMethod({ method }: HttpRequest, ...allowed: string[]): void {
  if (!allowed.includes(method)) throw new MethodNotAllowed(allowed);
}

/** The log line and the metrics of a request. The workspace is set once the caller is authenticated. */
export class RequestLog {
  workspaceId: string | undefined;
  tool: string | undefined;
  /** True if the request isn't worth a log line. */
  isSkipped = false;
  private readonly startedAt = performance.now();
  readonly requestId: string;
  private readonly method: string;
  private readonly route: string;
  private readonly countedAs: string;

  /** @param countedAs - the route in metrics, one of a limited set */
  constructor(requestId: string, method: string, route: string, countedAs = route) {
    this.requestId = requestId;
    this.method = method;
    this.route = route;
    this.countedAs = countedAs;
  }

  /** @param requestId - where it became known only with the response */
  write(status: number, requestId = this.requestId): void {
    const ms = performance.now() - this.startedAt;
    recordRequest(this.countedAs, this.method, status, ms / 1000);
    describeSpan(`${this.method} ${this.countedAs}`, {
      "http.request.method": this.method,
      "http.route": this.countedAs,
      "http.response.status_code": status,
      "request.id": requestId,
    });
    if (this.isSkipped) return;
    log().info({
      requestId,
      method: this.method,
      route: this.route,
      status,
      ms: Math.round(ms),
      ...(this.tool ? { tool: this.tool } : {}),
      ...(this.workspaceId ? { workspaceId: this.workspaceId } : {}),
    });
  }
}

/**
 * Serves one API request: a failure becomes the error envelope, and every response gets its headers.
 *
 * @param entry - the log line to write, unless the request isn't logged
 */
export async function serveApi(
  work: () => Promise<HttpResponse> | HttpResponse,
  entry?: RequestLog,
): Promise<HttpResponse> {
  const requestId = entry?.requestId ?? newId();
  let response: HttpResponse;
  try {
    response = await work();
  } catch (failure) {
    response = errorResponse(toAppError(failure, requestId), requestId);
    if (failure instanceof MethodNotAllowed) response.headers.Allow = failure.allowed.join(", ");
  }
  entry?.write(response.status);
  return finish(response, requestId);
}
