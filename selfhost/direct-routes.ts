import type { IncomingMessage, ServerResponse } from "node:http";
import { type Handler, inRequestSpan, serveAccount, serveManagement } from "#lib/http/route";
import {
  serveHealth,
  serveJob,
  serveLive,
  serveMetrics,
  serveReady,
} from "#lib/http/serve-operations";
import { serveResendReport } from "#lib/http/serve-provider";
import { showNotFound } from "#lib/intake-http/hosted-form";
import { serveForm, serveLogo, serveThanks } from "#lib/intake-http/serve-form";
import { runMaintenance, runOutbox } from "#lib/jobs/cron-jobs";
import { serveMcp } from "#lib/mcp/serve-mcp";
import { deferUntilClosed, send, toRequest } from "#selfhost/node-http";

type Found = { handle: Handler; params?: Record<string, string> };

const DIRECT = /^\/(f|v1|api|mcp)(?:[/?]|$)/;
const FORM_PATH = /^\/f\/([^/]+)(\/thanks|\/logo)?$/;
const FORM_PARTS: Readonly<Record<string, Handler>> = {
  "": serveForm,
  "/thanks": serveThanks,
  "/logo": serveLogo,
};

/** Addresses under `/api` that aren't endpoints of the session. */
const OPERATIONS: Readonly<Record<string, Handler>> = {
  "/api/health": serveHealth,
  "/api/live": serveLive,
  "/api/ready": serveReady,
  "/api/metrics": serveMetrics,
  "/api/provider/resend": serveResendReport,
  "/api/cron/outbox": serveJob("outbox", runOutbox),
  "/api/cron/maintenance": serveJob("maintenance", runMaintenance),
};

const serveNotFound: Handler = async (request) => showNotFound(request);

function findHandler(target: string): Found | null {
  const [, prefix] = DIRECT.exec(target) ?? [];
  const [path = ""] = target.split("?");
  switch (prefix) {
    case "f": {
      const [, publicKey = "", part = ""] = FORM_PATH.exec(path) ?? [];
      const handle = publicKey === "" ? undefined : FORM_PARTS[part];
      return handle ? { handle, params: { publicKey } } : { handle: serveNotFound };
    }
    case "v1":
      return { handle: serveManagement };
    case "api":
      return { handle: OPERATIONS[path] ?? serveAccount };
    case "mcp":
      return { handle: path === "/mcp" ? serveMcp : serveManagement };
    default:
      return null;
  }
}

/**
 * Serves everything under `/f`, `/v1`, `/api`, and `/mcp` with the functions behind the route files,
 * without the framework in between.
 *
 * @returns null for every other address
 */
export function serveDirectly(incoming: IncomingMessage, outgoing: ServerResponse) {
  const found = findHandler(incoming.url ?? "");
  if (!found) return null;
  const context = { params: found.params ?? {}, defer: deferUntilClosed(outgoing) };
  return inRequestSpan(found.handle)(toRequest(incoming), context).then((response) =>
    send(response, outgoing),
  );
}
