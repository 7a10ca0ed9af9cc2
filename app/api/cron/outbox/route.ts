import { cronRoute } from "#lib/http/operator-routes";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { indexSubmissions } from "#lib/search/index-submissions";

export const dynamic = "force-dynamic";
export const maxDuration = 60;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cronRoute(
  "/api/cron/outbox",
  async () => ({ ...(await drainOutbox()), indexed: await indexSubmissions() }),
);
