import { log } from "#lib/core/log";

/** What one log line says of a request; the workspace is filled in once a gate has been passed. */
export class RequestLog {
  workspaceId: string | undefined;
  private readonly startedAt = performance.now();
  readonly requestId: string;
  private readonly method: string;
  private readonly route: string;

  constructor(requestId: string, method: string, route: string) {
    this.requestId = requestId;
    this.method = method;
    this.route = route;
  }

  /** @param requestId - where it became known only with the answer */
  write(status: number, requestId = this.requestId): void {
    log().info({
      requestId,
      method: this.method,
      route: this.route,
      status,
      ms: Math.round(performance.now() - this.startedAt),
      ...(this.workspaceId ? { workspaceId: this.workspaceId } : {}),
    });
  }
}
