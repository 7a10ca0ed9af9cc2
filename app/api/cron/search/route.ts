import { cronRoute } from "#lib/http/operator-routes";
import { indexSearch } from "#lib/jobs/index-search";

export const dynamic = "force-dynamic";
export const maxDuration = 60;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cronRoute("/api/cron/search", () =>
  indexSearch(),
);
