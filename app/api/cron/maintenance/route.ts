import { cronRoute } from "#lib/http/operator-routes";
import { runMaintenance } from "#lib/jobs/run-maintenance";

export const dynamic = "force-dynamic";
export const maxDuration = 60;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cronRoute(
  "/api/cron/maintenance",
  () => runMaintenance(),
);
