import { parentPort } from "node:worker_threads";
import { scheduleJobs } from "#selfhost/job-timer";

const jobs = scheduleJobs();

parentPort?.on("message", (message: "drain" | "stop") => {
  if (message === "drain") jobs.triggerDrain();
  else void jobs.stop().finally(() => process.exit(0));
});
