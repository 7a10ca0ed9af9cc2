import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { settings } from "#lib/core/settings/settings";
import { stopTracing } from "#lib/core/telemetry/tracing";
import { readThread } from "#lib/entry/operations/collect-metrics";
import { scheduleJobs } from "#server/jobs/job-timer";
import type { JobMessage } from "#server/jobs/start-jobs";

// On Linux, this is the priority of the thread alone, so that visitors' requests go first.
setPriority(constants.priority.PRIORITY_LOW);
const jobs = scheduleJobs();
const { otlpEndpoint } = settings();
if (otlpEndpoint) (await import("#lib/core/telemetry/open-telemetry")).startTracing(otlpEndpoint);

parentPort?.on("message", (message: JobMessage) => {
  if (message === "drain") jobs.triggerDrain();
  else if (message === "stop")
    void jobs
      .stop()
      .then(stopTracing)
      .finally(() => process.exit(0));
  else void readThread("jobs").then((values) => message.replyTo.postMessage(values));
});
