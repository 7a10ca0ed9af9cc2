import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { registerDrainTrigger } from "#lib/clients/drain-trigger";
import { log } from "#lib/core/log";
import { settings } from "#lib/core/settings";
import { DRAIN_BUDGET_MS } from "#lib/deliveries/claim";
import { createNodeIntake } from "#lib/http/intake/node-intake";
import { CONNECTIONS_CHECKING_INTERVAL_MS } from "#lib/http/node-connections";
import { guardServer } from "#lib/http/node-guard";
import { callJobRoute, coalesce } from "#lib/jobs/job-timer";

const DRAIN_LIMIT_MS = 10_000;
const APP_CLOSE_LIMIT_MS = 5000;
const MAINTENANCE_INTERVAL_MS = 3_600_000;
const FIRST_MAINTENANCE_MS = 30_000;
const SEARCH_INTERVAL_MS = 60_000;

export type RunningServer = { port: number; stop: () => Promise<void> };

function scheduleJobs(port: number) {
  const { cronSecret, outboxIntervalMs, baseUrl } = settings();
  const jobOf = (name: string, hold: { holdMs?: number } = {}) =>
    coalesce({
      ...hold,
      call: () =>
        callJobRoute({
          port,
          host: new URL(baseUrl).host,
          path: `/api/cron/${name}`,
          secret: cronSecret ?? "",
        }),
      onFailure: (error) => log().error({ job: name, err: error }, "job fails"),
      onRecovery: () => log().info({ job: name }, "job works again"),
    });
  const outbox = jobOf("outbox", { holdMs: DRAIN_BUDGET_MS });
  const maintenance = jobOf("maintenance");
  const search = jobOf("search");
  const timers = [
    setInterval(outbox.tick, outboxIntervalMs),
    setInterval(maintenance.tick, MAINTENANCE_INTERVAL_MS),
    setTimeout(maintenance.tick, FIRST_MAINTENANCE_MS),
    setInterval(search.tick, SEARCH_INTERVAL_MS),
  ];
  return {
    triggerDrain: outbox.nudge,
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      return Promise.all([outbox.stop(), maintenance.stop(), search.stop()]);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Takes no more connections, lets the requests under way finish, and breaks off what then remains. */
async function closeServer(server: Server, upgraded: Set<Duplex>): Promise<void> {
  for (const socket of upgraded) socket.destroy();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}

/**
 * The self-hosted front: takes every request, adds what each answer must carry, and hands it on. It
 * also calls the job routes by timer, and at once when a handler of this process asks for it.
 */
export async function startServer(options: {
  port: number;
  isDevelopment: boolean;
}): Promise<RunningServer> {
  const { port, isDevelopment } = options;
  const server = createServer({ connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS });
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (_request, socket) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
  });
  guardServer(server);

  const app = next({ dev: isDevelopment, dir: import.meta.dirname, port, httpServer: server });
  await app.prepare();
  const handleByNext = app.getRequestHandler();
  // In development intake goes the way of Next, whose copy of it is reloaded on change.
  const takeIntake = isDevelopment ? () => false : createNodeIntake();
  const dispatch = async (request: IncomingMessage, response: ServerResponse) => {
    if (response.writableEnded || takeIntake(request, response)) return;
    await handleByNext(request, response);
  };
  server.on("request", (request, response) => {
    dispatch(request, response).catch((error: unknown) => {
      log().error({ err: error }, "request failed");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  const jobs = scheduleJobs(port);
  registerDrainTrigger(jobs.triggerDrain);
  await listen(server, port);
  return {
    port,
    stop: async () => {
      const jobsStopped = jobs.stop();
      await closeServer(server, upgraded);
      await jobsStopped;
      await Promise.race([app.close(), sleep(APP_CLOSE_LIMIT_MS)]);
    },
  };
}
