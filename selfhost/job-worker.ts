import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { scheduleJobs } from "#selfhost/job-timer";

// On Linux this is the priority of the thread alone: visitors go first.
setPriority(constants.priority.PRIORITY_LOW);
const jobs = scheduleJobs();

parentPort?.on("message", (message: "drain" | "stop") => {
  if (message === "drain") jobs.triggerDrain();
  else void jobs.stop().finally(() => process.exit(0));
});
