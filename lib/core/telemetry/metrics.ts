import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { singleton } from "#lib/core/singleton";

/** Creates all metrics of this service; docs/operations has alerts and a dashboard for them. */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "form_intake_request_duration_seconds",
      help: "Requests by route pattern, method, and class of status, and how long their responses took.",
      labelNames: ["route", "method", "status"] as const,
      registers,
    }),
    batches: new Histogram({
      name: "form_intake_acceptance_batch_size",
      help: "Submissions that were accepted by one statement.",
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    deliveries: new Counter({
      name: "form_intake_deliveries_total",
      help: "Claimed emails and events, by the result of their next step.",
      labelNames: ["channel", "result"] as const,
      registers,
    }),
    emailReports: new Counter({
      name: "form_intake_email_reports_total",
      help: "What the email provider reported about emails it had accepted: delivered, delayed, bounced or complained.",
      labelNames: ["status"] as const,
      registers,
    }),
    modelQuestions: new Counter({
      name: "form_intake_spam_model_questions_total",
      help: "Messages that the operator's model was to be asked about: judged, failed, unclear, rejected, or skipped.",
      labelNames: ["result"] as const,
      registers,
    }),
    modelFailuresInRow: new Gauge({
      name: "form_intake_spam_model_failures_in_row",
      help: "Questions in a row to which the operator's model didn't respond; 0 without one.",
      aggregator: "max",
      registers,
    }),
    modelLastVerdict: new Gauge({
      name: "form_intake_spam_model_last_verdict_timestamp_seconds",
      help: "When the operator's model last judged a message of this process; 0 if it hasn't.",
      aggregator: "max",
      registers,
    }),
    modelLastFailure: new Gauge({
      name: "form_intake_spam_model_last_failure_timestamp_seconds",
      help: "When the latest question to the operator's model had no verdict, by the reason; none once it judges again.",
      labelNames: ["failure"] as const,
      aggregator: "max",
      registers,
    }),
    // Prometheus itself sets the label `job`.
    jobs: new Histogram({
      name: "form_intake_job_duration_seconds",
      help: "Runs of the outbox drain, search indexing, and maintenance, by whether they succeeded.",
      labelNames: ["job_name", "result"] as const,
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
      registers,
    }),
    jobSuccess: new Gauge({
      name: "form_intake_job_last_success_timestamp_seconds",
      help: "When each job last succeeded in this process.",
      labelNames: ["job_name"] as const,
      aggregator: "max",
      registers,
    }),
    jobFailure: new Gauge({
      name: "form_intake_job_last_failure_timestamp_seconds",
      help: "When each job last failed in this process.",
      labelNames: ["job_name"] as const,
      aggregator: "max",
      registers,
    }),
    connections: new Gauge({
      name: "form_intake_database_connections",
      help: "Connections to PostgreSQL of this process, by pool (requests or jobs) and state.",
      labelNames: ["pool", "state"] as const,
      registers,
    }),
    waiting: new Gauge({
      name: "form_intake_database_waiting",
      help: "Queries that wait for a connection, by pool (requests or jobs).",
      labelNames: ["pool"] as const,
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
/** The values of a registry, as passed between threads. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Returns the metrics of this process or, in a worker thread, of that thread. */
export function metrics(): Metrics {
  return singleton("metrics", createMetrics);
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Counts a request. `route` must be one of a limited set; unusual methods are counted as one. */
export function recordRequest(
  route: string,
  method: string,
  status: number,
  seconds: number,
): void {
  const labels = {
    route,
    method: METHODS.includes(method) ? method : "other",
    status: `${Math.floor(status / 100)}xx`,
  };
  metrics().requests.observe(labels, seconds);
}

/** Runs a job and counts it; a failure is counted and thrown again. */
export async function measureJob<T>(job: string, run: () => Promise<T>): Promise<T> {
  const { jobs, jobSuccess, jobFailure } = metrics();
  const startedAt = performance.now();
  let result: "success" | "failure" = "failure";
  try {
    const value = await run();
    result = "success";
    return value;
  } finally {
    jobs.observe({ job_name: job, result }, (performance.now() - startedAt) / 1000);
    (result === "success" ? jobSuccess : jobFailure).set({ job_name: job }, Date.now() / 1000);
  }
}

type Source = () => Promise<MetricValues | null>;

/**
 * The other threads' readers. The job thread registers with the server's copy of this module; pages
 * use Next's copy.
 */
function sources(): Source[] {
  return singleton("metrics-sources", () => []);
}

/** Adds a reader of another thread's counts. It returns null if they aren't available. */
export function registerMetricsSource(read: Source): void {
  sources().push(read);
}

/** Returns the counts of this process's other threads. */
export async function readOtherThreads(): Promise<MetricValues[]> {
  const all = await Promise.all(sources().map((read) => read()));
  return all.filter((values) => values !== null);
}
