import { forEveryMethod } from "#lib/http/http-types";
import { serveJob } from "#lib/http/serve-operations";
import { runOutbox } from "#lib/jobs/cron-jobs";

export const dynamic = "force-dynamic";
export const maxDuration = 60;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forEveryMethod(
  serveJob("outbox", runOutbox),
);
