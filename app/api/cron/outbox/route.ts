import { cronRoute } from "#lib/http/operator-routes";
import { drainOutbox } from "#lib/jobs/drain-outbox";

export const dynamic = "force-dynamic";
export const maxDuration = 60;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cronRoute("/api/cron/outbox", () =>
  drainOutbox(),
);
