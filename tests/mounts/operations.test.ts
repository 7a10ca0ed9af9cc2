import { expect, inject, test } from "vitest";
import { Owner } from "#tests/support/factories/owner";
import { eventually } from "#tests/support/factories/service-requests";
import { parseMetrics, type Sample } from "#tests/support/operations/prometheus-text";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";

const { baseUrl } = inject("mount");

async function scrape(): Promise<Sample[]> {
  const headers = { authorization: `Bearer ${TEST_SETTINGS.CRON_SECRET}` };
  const response = await fetch(`${baseUrl}/api/metrics`, { headers });
  expect(response.status).toBe(200);
  return parseMetrics(await response.text());
}

/** The number of counted requests, by route and status. */
const requestsOf = (samples: readonly Sample[], route: string, status: string) =>
  samples
    .filter(({ name }) => name === "form_intake_request_duration_seconds_count")
    .filter(({ labels }) => labels.route === route && labels.status === status)
    .reduce((sum, { value }) => sum + value, 0);

test("a running service is live and ready", async () => {
  for (const path of ["/api/live", "/api/ready"]) {
    const response = await fetch(baseUrl + path);
    expect([response.status, await response.json()], path).toEqual([200, { status: "ok" }]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("every kind of request is counted by its route pattern, and unknown addresses as one", async () => {
  const owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Metrics");
  const before = await scrape();
  await fetch(`${baseUrl}/f/${form.publicKey}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ada" }),
  });
  await owner.api("GET", `/forms/${form.id}`, 200);
  for (const path of ["/sign-in", "/docs/quick-start", `/forms/${form.id}`])
    await fetch(baseUrl + path, { redirect: "manual" });
  for (let nth = 0; nth < 20; nth += 1) await fetch(`${baseUrl}/unknown-${nth}`);
  const expected = [
    ["/f/{publicKey}", "2xx", 1],
    ["/v1/forms/{formId}", "2xx", 1],
    ["/sign-in", "2xx", 1],
    ["/docs/*", "2xx", 1],
    ["/forms/{id}", "3xx", 1],
    ["other", "4xx", 20],
  ] as const;
  // A page is counted when its connection closes, a moment after its response.
  await eventually("all requests are counted", async () => {
    const after = await scrape();
    const isCounted = expected.every(
      ([route, status, count]) =>
        requestsOf(after, route, status) - requestsOf(before, route, status) >= count,
    );
    return isCounted || undefined;
  });
  expect(JSON.stringify(await scrape())).not.toMatch(new RegExp(`unknown-|${form.id}`));
});

test("the metrics include those of the job thread", async () => {
  await eventually("a drain is counted", async () => {
    const isThere = (name: string, label: string, value: string) => (sample: Sample) =>
      sample.name === name && sample.labels[label] === value && sample.value > 0;
    const samples = await scrape();
    const isCounted =
      samples.some(isThere("form_intake_job_duration_seconds_count", "job_name", "outbox")) &&
      samples.some(isThere("form_intake_database_connections", "pool", "jobs"));
    return isCounted || undefined;
  });
});
