import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { settings } from "#lib/core/settings/settings";
import { isReadinessWatched, isStopping, startStopping } from "#lib/core/stopping";
import { log } from "#lib/core/telemetry/log";
import { registerMetricsSource } from "#lib/core/telemetry/metrics";
import { stopTracing } from "#lib/core/telemetry/tracing";
import { registerDrainTrigger } from "#lib/domain/deliveries/drain-trigger";
import { maxMultipartBytes } from "#lib/domain/intake/limits";
import { longestBodyMs } from "#lib/entry/http/read-body";
import { limitConnections, markClientAddress, TIMEOUTS } from "#server/http/connections";
import { serveDirectly } from "#server/http/direct-routes";
import { hasSeveralHosts, send, toOriginForm } from "#server/http/node-http";
import { respondWithText, servePage } from "#server/http/pages";
import { startJobs } from "#server/jobs/start-jobs";
import { readPageRoutes } from "#server/start/built-app";
import { ROOT } from "#server/start/checkout";
import { listCompressed } from "#server/start/compress-static";
import { StartError } from "#server/start/lifecycle";

/** The time limit for stopping, without the database: supervisors send SIGKILL after 10 seconds. */
const STOP_LIMIT_MS = 9_000;
/**
 * How long a process that isn't ready keeps accepting connections. A proxy that checks every second and acts on
 * the second failure notices within two seconds, and this leaves some reserve.
 */
const NOTICE_MS = 4_000;

/** Stops accepting connections, and lets requests in progress finish until `limitMs`. */
async function closeServer(server: Server, upgraded: Set<Duplex>, limitMs: number): Promise<void> {
  for (const socket of upgraded) socket.destroy();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}

/**
 * Starts the self-hosted server. It serves intake and the APIs directly, leaves the rest to Next, and runs
 * the jobs in a thread: on timers, and immediately when a handler triggers a drain.
 *
 * @returns what stops it
 */
export async function startServer(
  port: number,
  isDevelopment: boolean,
): Promise<() => Promise<void>> {
  const server = createServer({
    ...TIMEOUTS,
    requestTimeout: Math.max(TIMEOUTS.requestTimeout, longestBodyMs(maxMultipartBytes()) + 5_000),
    // An upgrade that nothing serves (h2c) is an ordinary request; only hot reload has sockets.
    shouldUpgradeCallback: () => isDevelopment,
  });
  limitConnections(server, settings());
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (_request, socket) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
  });

  const app = next({ dev: isDevelopment, dir: ROOT, port, httpServer: server });
  await app.prepare();
  const handle = app.getRequestHandler();
  const none: ReadonlySet<string> = new Set();
  const [routes, compressed] = isDevelopment
    ? [none, none]
    : await Promise.all([readPageRoutes(), listCompressed()]);
  const pages = { handle, routes, compressed };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    // Makes the client open its next connection to another process.
    if (isStopping()) response.setHeader("Connection", "close");
    if (hasSeveralHosts(request)) return send(respondWithText(400, "Bad Request"), response);
    toOriginForm(request);
    markClientAddress(request, settings());
    // In development, Next serves everything, because it reloads changed code.
    if (isDevelopment) await handle(request, response);
    else await (serveDirectly(request, response) ?? servePage(request, response, pages));
  };
  server.on("request", (request, response) => {
    serve(request, response).catch((error: unknown) => {
      log().error({ err: error }, "request failed");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  const jobs = startJobs();
  registerDrainTrigger(jobs.triggerDrain);
  registerMetricsSource(jobs.readMetrics);
  const { host } = settings();
  server.listen({ port, host });
  await once(server, "listening").catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(
      `HOST: can't listen on ${host ?? "all addresses"}, port ${port} (${code})`,
    );
  });
  return async () => {
    const endsAt = Date.now() + STOP_LIMIT_MS;
    const leftMs = () => Math.max(0, endsAt - Date.now());
    startStopping();
    const jobsStopped = jobs.stop(leftMs());
    if (isReadinessWatched()) await sleep(NOTICE_MS);
    await closeServer(server, upgraded, leftMs());
    await jobsStopped;
    await stopTracing();
    await Promise.race([app.close(), sleep(leftMs())]);
  };
}
