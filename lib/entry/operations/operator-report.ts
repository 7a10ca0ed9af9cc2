import { limiterStatus } from "#lib/adapters/limiter/limiter";
import { release, type Settings, settings } from "#lib/core/settings/settings";
import type { MetricValues } from "#lib/core/telemetry/metrics";
import { findEmailRefusal } from "#lib/domain/emails/email-refusal";
import { readAllThreads } from "#lib/entry/operations/collect-metrics";
import { reportModel } from "#lib/entry/operations/model-report";
import { getQueues, getSizes } from "#lib/entry/operations/service-state";

/** The last runs of a job in this process, in epoch milliseconds. */
export type JobReport = ReturnType<typeof reportJob>;

const JOBS = ["outbox", "search", "maintenance"] as const;

/** Adds up a metric's values that have these labels. */
function sumOf(all: readonly MetricValues[], name: string, labels: Record<string, string>): number {
  const [metric, suffix] = name.split("#");
  const values = all.flat().flatMap((each) => (each.name === metric ? each.values : []));
  return values
    .filter(
      (value) => !suffix || ("metricName" in value && value.metricName === `${metric}${suffix}`),
    )
    .filter((value) => Object.entries(labels).every(([key, label]) => value.labels[key] === label))
    .reduce((sum, { value }) => sum + value, 0);
}

function reportJob(all: readonly MetricValues[], job: string) {
  const count = (result?: string) =>
    sumOf(all, "form_intake_job_duration_seconds#_count", {
      job_name: job,
      ...(result ? { result } : {}),
    });
  const lastOf = (kind: "success" | "failure") =>
    Math.round(
      1000 * sumOf(all, `form_intake_job_last_${kind}_timestamp_seconds`, { job_name: job }),
    ) || null;
  return {
    job,
    runs: count(),
    failures: count("failure"),
    successAt: lastOf("success"),
    failureAt: lastOf("failure"),
  };
}

function describeEmail({ mode, smtp, from, resendWebhookSecret }: Settings["email"]) {
  const provider = mode === "capture" ? "capture" : smtp ? "smtp" : "resend";
  return {
    provider,
    /** The SMTP server's host and port; null without one. */
    server: provider === "smtp" && smtp ? `${smtp.host}:${smtp.port}` : null,
    from,
    /** True if the provider reports the results of emails. */
    hasReports: provider === "resend" && resendWebhookSecret !== undefined,
  } as const;
}

/**
 * Reports on this process and the service, for operators: totals over all workspaces, never data of a single
 * one. Queues are at most 5 seconds old, sizes a minute.
 */
export async function getOperatorReport() {
  const { storage, acceptsFiles, databasePoolMax, email, webhookAllowedHosts } = settings();
  const [queues, sizes, refusal] = await Promise.all([getQueues(), getSizes(), findEmailRefusal()]);
  // Read last, so that these queries don't count as busy connections.
  const all = await readAllThreads();
  const connections = (state: string) =>
    sumOf(all, "form_intake_database_connections", { pool: "requests", state });
  const delivered = (channel: string, result: string) =>
    sumOf(all, "form_intake_deliveries_total", { channel, result });
  return {
    versions: {
      ...release(),
      node: process.versions.node,
      database: sizes.databaseVersion,
    },
    process: { uptimeSeconds: process.uptime(), memoryBytes: process.memoryUsage.rss() },
    database: {
      bytes: sizes.databaseBytes,
      active: connections("active"),
      idle: connections("idle"),
      max: databasePoolMax,
      waiting: sumOf(all, "form_intake_database_waiting", { pool: "requests" }),
    },
    queues: {
      ...queues,
      isCaptured: email.mode === "capture",
      emailsSent: delivered("email", "sent"),
      emailsFailed: delivered("email", "failed") + delivered("email", "uncertain"),
      eventsSent: delivered("webhook", "sent"),
      eventsFailed: delivered("webhook", "failed"),
    },
    email: {
      ...describeEmail(email),
      /** The reason that no email is being sent at the moment, or null. */
      refusal: refusal && { ...refusal, since: refusal.since.getTime() },
    },
    model: reportModel(all),
    limiter: limiterStatus(),
    allowedHosts: [...webhookAllowedHosts],
    storage: { kind: storage.kind, acceptsFiles, bytes: sizes.storageBytes },
    jobs: JOBS.map((job) => reportJob(all, job)),
  };
}

export type OperatorReport = Awaited<ReturnType<typeof getOperatorReport>>;
