import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import { requireUsableDatabase } from "#lib/adapters/db/require-usable-database";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import {
  HttpResponse,
  isFormScript,
  MAX_PAGE_BODY_BYTES,
  METHODS,
} from "#lib/entry/http/http-types";
import { bodyBudget } from "#lib/entry/http/read-body";
import { RequestLog } from "#lib/entry/http/request-log";
import { finish } from "#lib/entry/http/respond";
import { TRANSPORT_SECURITY } from "#lib/entry/http/security-headers";
import { respondOrApologize } from "#lib/entry/visitor-pages/respond";
import { send } from "#server/http/node-http";
import { ROOT } from "#server/start/checkout";

/** The time limit of a page's body. The largest is small. */
const BODY_LIMIT_MS = 60_000;

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Paths served without the database: files and documentation. */
const WITHOUT_DATABASE = /^\/(_next|docs)(\/|$)|\.[a-z]+$/;
const READS: readonly string[] = ["GET", "HEAD"];

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?")[0] ?? "";

const AppPaths = z.record(z.string(), z.string());

/** The routes of pages, which the framework's build lists: `/forms/{id}`. */
export async function readPageRoutes(): Promise<ReadonlySet<string>> {
  const text = await readFile(join(ROOT, ".next/app-path-routes-manifest.json"), "utf8");
  const paths = Object.values(AppPaths.parse(JSON.parse(text)));
  return new Set(paths.map((path) => path.replaceAll(/\[\w+\]/g, "{id}")));
}

/** A page's route for metrics, one of a limited set: a guide is `/docs/*`, and an unknown address `other`. */
function countedAs(path: string, routes: ReadonlySet<string>): string {
  if (routes.has(path)) return path;
  return path.startsWith("/docs/") ? "/docs/*" : "other";
}

type Pages = {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  routes: ReadonlySet<string>;
};

/** Logs a page: its path without IDs, and nothing of its query, which may hold a token. */
function logPage(
  request: IncomingMessage,
  response: ServerResponse,
  routes: ReadonlySet<string>,
): void {
  const path = pathOf(request);
  if (path.startsWith("/_next/") || isFormScript(path)) return;
  const route = path.replace(ID, "{id}").slice(0, 120);
  const entry = new RequestLog("", request.method ?? "", route, countedAs(route, routes));
  response.once("close", () => {
    entry.write(response.statusCode, String(response.getHeader("X-Request-Id") ?? ""));
  });
}

function respondWithText(status: number, text: string, headers = {}): HttpResponse {
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  return finish(new HttpResponse(status, { ...type, ...headers }, text), newId());
}

/** Returns whether the target is a path of this host, in escapes that can be decoded. */
function hasValidTarget({ url = "", headers: { host = "localhost" } }: IncomingMessage): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return url.startsWith("/") && URL.canParse(`http://${host}`);
  } catch {
    return false;
  }
}

/**
 * The response to a request that the framework would fail on, or whose body it would hold although it's
 * too large. Null for every other request.
 */
function rejectPage(request: IncomingMessage): HttpResponse | null {
  const { url = "", method = "", headers } = request;
  if (!hasValidTarget(request)) return respondWithText(400, "Bad Request");
  const allowed: readonly string[] = url.startsWith("/_next/") ? READS : METHODS;
  if (!allowed.includes(method))
    return respondWithText(405, "Method Not Allowed", { Allow: allowed.join(", ") });
  if (headers["transfer-encoding"] !== undefined)
    return respondWithText(411, "Send this request with a Content-Length.");
  if (Number(headers["content-length"] ?? 0) > MAX_PAGE_BODY_BYTES)
    return respondWithText(
      413,
      `This request is too large. A page accepts at most ${MAX_PAGE_BODY_BYTES / 1024} KiB.`,
    );
  return null;
}

/** Reserves the memory for a body, which the framework reads, and limits how long it may take. */
function admitBody(request: IncomingMessage, response: ServerResponse): void {
  const bytes = Number(request.headers["content-length"] ?? 0);
  if (bytes === 0) return;
  bodyBudget().reserve(bytes, bytes);
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, BODY_LIMIT_MS);
  response.once("close", () => {
    clearTimeout(timer);
    bodyBudget().release(bytes);
  });
}

/**
 * Serves a page by the framework, after the checks that it doesn't make. Without its database, a page gets
 * 503 here: the framework would respond with 500.
 */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, routes }: Pages,
): Promise<void> {
  logPage(request, response, routes);
  // The framework may have removed every listener when a client leaves in the middle of its body, and an
  // error that no one listens for would end the process.
  response.once("close", () => request.on("error", () => undefined));
  const rejection = rejectPage(request);
  if (rejection) return send(rejection, response);
  if (settings().isSecure) response.setHeader(...TRANSPORT_SECURITY);
  let isAdmitted = false;
  const failure = await respondOrApologize(request.headers["accept-language"] ?? null, async () => {
    admitBody(request, response);
    const isRead = READS.includes(request.method ?? "");
    if (isRead && !WITHOUT_DATABASE.test(pathOf(request))) await requireUsableDatabase();
    isAdmitted = true;
    return new HttpResponse(200, {});
  });
  return isAdmitted ? handle(request, response) : send(failure, response);
}
