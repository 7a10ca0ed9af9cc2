import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { pool } from "#lib/adapters/db/database";
import { requireWritableDatabase } from "#lib/adapters/db/require-usable-database";
import { limiterStatus } from "#lib/adapters/limiter/limiter";
import { release } from "#lib/core/settings/settings";
import { log } from "#lib/core/telemetry/log";
import { type MetricValues, metrics, readOtherThreads } from "#lib/core/telemetry/metrics";
import { withTimeout } from "#lib/core/with-timeout";
import { findEmailRefusal } from "#lib/domain/emails/email-refusal";
import { readDiskRoom } from "#lib/entry/operations/disk-room";
import { noteModelHealth } from "#lib/entry/operations/model-report";
import { getQueues, getSizes } from "#lib/entry/operations/service-state";

/** Shorter than Prometheus' timeout for a scrape. */
const DATABASE_LIMIT_MS = 3_000;

/**
 * Records the connections of this thread's pool and its model, then returns the values of all its metrics.
 */
export function readThread(name: "requests" | "jobs"): Promise<MetricValues> {
  const { registry, connections, waiting } = metrics();
  const { totalCount, idleCount, waitingCount } = pool();
  connections.set({ pool: name, state: "active" }, totalCount - idleCount);
  connections.set({ pool: name, state: "idle" }, idleCount);
  waiting.set({ pool: name }, waitingCount);
  noteModelHealth();
  return registry.getMetricsAsJSON();
}

/** Returns the metrics of all threads of this process. */
export async function readAllThreads(): Promise<MetricValues[]> {
  return [await readThread("requests"), ...(await readOtherThreads())];
}

let ofProcess: Registry | undefined;

/**
 * Registers memory, CPU, and event loop metrics at the first scrape, so that they cost nothing without
 * scrapes.
 */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

type Figure = {
  name: string;
  help: string;
  value: number;
  labels?: Record<string, string>;
};

function toGauges(figures: readonly Figure[]): Registry {
  const register = new Registry();
  for (const { name, help, value, labels = {} } of figures)
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [register] }).set(
      labels,
      value,
    );
  return register;
}

function limiterFigure(): Figure {
  const { kind, isFallback } = limiterStatus();
  return {
    name: "form_intake_limiter_fallback",
    help: "1 while rate limits are counted in this process because the shared limiter fails.",
    value: Number(isFallback),
    labels: { limiter: kind },
  };
}

function infoFigure(): Figure {
  const { version, commit } = release();
  return {
    name: "form_intake_info",
    help: "Always 1; the version that runs, and the commit it was built from, if known.",
    value: 1,
    labels: { version, commit: commit ?? "" },
  };
}

async function diskFigures(): Promise<Figure[]> {
  const disk = await readDiskRoom();
  if (!disk) return [];
  return [
    {
      name: "form_intake_disk_free_bytes",
      help: "Room on the disk of the data folder or of uploads, whichever has less.",
      value: disk.free,
    },
    { name: "form_intake_disk_size_bytes", help: "Size of that disk.", value: disk.size },
  ];
}

const isWritable = () =>
  requireWritableDatabase().then(
    () => true,
    () => false,
  );

async function databaseFigures(): Promise<Figure[]> {
  const [queues, sizes, canWrite, refusal] = await Promise.all([
    getQueues(),
    getSizes(),
    isWritable(),
    findEmailRefusal(),
  ]);
  return [
    [
      "outbox_due",
      "Emails and events that are due and not claimed; at most 10,000.",
      queues.dueCount,
    ],
    [
      "outbox_oldest_due_seconds",
      "How long the oldest of them has waited.",
      queues.oldestDueSeconds ?? 0,
    ],
    [
      "search_backlog",
      "Messages that aren't in the search index yet; at most 10,000.",
      queues.searchBacklog,
    ],
    ["storage_bytes", "Bytes of all uploaded files.", sizes.storageBytes],
    ["database_bytes", "Size of the database.", sizes.databaseBytes],
    ["database_writable", "0 while the database can't write, as with a full disk.", canWrite],
    ["email_rejected", "1 while the email provider rejects this service.", refusal !== null],
  ].map(([name, help, value]) => ({
    name: `form_intake_${name}`,
    help: `${help}`,
    value: Number(value),
  }));
}

/** Reads the database's figures, or notes that it's away: the other metrics matter most then. */
async function findDatabaseFigures(): Promise<Figure[]> {
  const up = { name: "form_intake_database_up", help: "Whether the database responds." };
  try {
    const figures = withTimeout(
      databaseFigures(),
      DATABASE_LIMIT_MS,
      "the database didn't respond in time",
    );
    return [{ ...up, value: 1 }, ...(await figures)];
  } catch (err) {
    log().warn({ err }, "metrics without the figures of the database");
    return [{ ...up, value: 0 }];
  }
}

/**
 * Returns all metrics of this process and of the service in Prometheus' text format, with its media
 * type.
 */
export async function collectMetrics(): Promise<{ text: string; contentType: string }> {
  const [disk, database] = await Promise.all([diskFigures(), findDatabaseFigures()]);
  const gauges = toGauges([infoFigure(), limiterFigure(), ...disk, ...database]);
  const registers = await Promise.all([
    processMetrics().getMetricsAsJSON(),
    gauges.getMetricsAsJSON(),
  ]);
  const merged = AggregatorRegistry.aggregate([...registers, ...(await readAllThreads())]);
  return { text: await merged.metrics(), contentType: merged.contentType };
}
