import { expect, test } from "vitest";
import { release } from "#lib/core/settings/settings";
import { measureJob, metrics, registerMetricsSource } from "#lib/core/telemetry/metrics";
import { indexSubmissions } from "#lib/domain/submissions/search/index-submissions";
import { forWeb } from "#lib/entry/http/http-types";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { serveInternalApi, serveMetrics } from "#lib/entry/operations/serve-operations";
import { callApi } from "#tests/support/contract/api";
import { postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";
import { parseMetrics, type Sample } from "#tests/support/operations/prometheus-text";

const headers = { authorization: "Bearer cron-secret-of-the-tests" };

async function scrape(): Promise<Sample[]> {
  const request = new Request("http://localhost:3000/api/metrics", { headers });
  const response = await forWeb(serveMetrics)(request);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return parseMetrics(await response.text());
}

const post = (publicKey: string, fields: object) => postVisit(publicKey, { json: fields });

/** The sum of the samples of a name that have these labels. */
function sumOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter(
    (sample) =>
      sample.name === `form_intake_${name}` &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  if (found.length === 0) throw new Error(`no ${name} with ${JSON.stringify(labels)}`);
  return found.reduce((sum, { value }) => sum + value, 0);
}

test("the metrics count requests, batches, deliveries, jobs, and waiting work", async () => {
  await emptyOutbox();
  metrics().registry.resetMetrics();
  const { form } = await createOwnForm();
  for (const name of ["Ada", "Grace"])
    expect((await post(form.publicKey, { name })).status).toBe(200);
  expect((await post(form.publicKey, {})).status).toBe(422);
  await queueNotification(new Date(Date.now() - 90_000));
  await indexSubmissions();
  const before = await scrape();
  const intake = { route: "/f/{publicKey}", method: "POST" };
  const requests = (status: string) =>
    sumOf(before, "request_duration_seconds_count", { ...intake, status });
  expect([requests("2xx"), requests("4xx")]).toEqual([2, 1]);
  expect(sumOf(before, "acceptance_batch_size_sum")).toBe(2);
  expect(sumOf(before, "outbox_due")).toBe(3);
  expect(sumOf(before, "outbox_oldest_due_seconds")).toBeGreaterThanOrEqual(90);
  expect(sumOf(before, "database_up")).toBe(1);
  expect(sumOf(before, "database_bytes")).toBeGreaterThan(1_000_000);
  expect(sumOf(before, "limiter_fallback", { limiter: "memory" })).toBe(0);
  expect(sumOf(before, "database_connections", { pool: "requests" })).toBeGreaterThan(0);
  expect(sumOf(before, "search_backlog")).toBe(0);
  expect(sumOf(before, "storage_bytes")).toBeGreaterThanOrEqual(0);

  await drainOutbox();
  const request = new Request("http://localhost:3000/api/cron/maintenance", { headers });
  expect((await forWeb(serveInternalApi)(request, () => undefined)).status).toBe(200);
  const after = await scrape();
  expect(sumOf(after, "deliveries_total", { channel: "email", result: "sent" })).toBe(3);
  const job = { job_name: "maintenance" };
  expect(sumOf(after, "job_duration_seconds_count", { ...job, result: "success" })).toBe(1);
  const successAt = sumOf(after, "job_last_success_timestamp_seconds", job);
  expect(Math.abs(Date.now() / 1000 - successAt)).toBeLessThan(60);
});

test("a failed job is counted", async () => {
  const broken = measureJob("search", async () => {
    throw new Error("no index");
  });
  await expect(broken).rejects.toThrow("no index");
  const samples = await scrape();
  const labels = { job_name: "search", result: "failure" };
  expect(sumOf(samples, "job_duration_seconds_count", labels)).toBe(1);
  const failedAt = sumOf(samples, "job_last_failure_timestamp_seconds", { job_name: "search" });
  expect(failedAt).toBeGreaterThan(0);
});

test("what visitors and clients send never becomes a label", async () => {
  const { form } = await createOwnForm();
  await scrape();
  const before = (await scrape()).length;
  const paths = Array.from({ length: 50 }, (_, nth) => `/v1/unknown-${nth}`);
  for (const path of [...paths, "/v1/forms/x", `/v1/forms/${form.id}`, "/v1/%00"])
    await callApi("GET", path);
  for (let nth = 0; nth < 50; nth += 1) await post(`key${nth}`, { a: 1 });
  const samples = await scrape();
  const routes = new Set(samples.flatMap(({ labels }) => labels.route ?? []));
  expect([...routes].filter((route) => !/^\/[\w./{}*-]*$|^other$/.test(route))).toEqual([]);
  // One histogram each for the unknown paths, the form's path, and the rejected posts.
  expect(samples.length - before).toBeLessThan(5 * 14);
  const text = JSON.stringify(samples);
  for (const secret of [form.id, form.publicKey, "unknown-", "key1"])
    expect(text).not.toContain(secret);
});

test("the metrics of another thread are added, and a thread that doesn't respond is left out", async () => {
  const count = async () =>
    sumOf(await scrape(), "deliveries_total", { channel: "email", result: "sent" });
  metrics().registry.resetMetrics();
  metrics().deliveries.inc({ channel: "email", result: "sent" }, 2);
  const values = await metrics().registry.getMetricsAsJSON();
  expect(await count()).toBe(2);
  registerMetricsSource(async () => values);
  registerMetricsSource(async () => null);
  expect(await count()).toBe(4);
});

test("the metrics name the version and the commit, once for all threads", async () => {
  const { version, commit } = release();
  const samples = await scrape();
  expect(sumOf(samples, "info", { version, commit: commit ?? "" })).toBe(1);
});
