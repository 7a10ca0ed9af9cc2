import { afterAll, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { startTracing } from "#lib/core/telemetry/open-telemetry";
import { currentTraceparent, stopTracing } from "#lib/core/telemetry/tracing";
import { serveWith } from "#lib/entry/http/handler";
import { serveForm } from "#lib/entry/intake/serve-form";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { createVerifiedRecipient } from "#tests/support/factories/factories";
import { createEndpoint } from "#tests/support/factories/webhook-state";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { startOtlpCollector } from "#tests/support/twins/otlp-collector";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const live = setUpLiveEmail();
const collector = await startOtlpCollector();
afterAll(() => collector.stop());

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const CLIENT_SPAN = "b7ad6b7169203331";

/** A submission to a form with a recipient and a webhook, then a drain. */
async function submitAndDrain(headers: Record<string, string>): Promise<string> {
  const { workspace, form } = await createEndpoint(new Date(Date.now() - 60_000));
  const { id } = await createVerifiedRecipient(workspace);
  await db().formRecipient.create({
    data: { workspaceId: workspace.id, formId: form.id, recipientId: id, position: 9 },
  });
  const request = new Request(`http://localhost:3000/f/${form.publicKey}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ name: "Ada" }),
  });
  expect((await serveWith(serveForm)(request, () => undefined)).status).toBe(200);
  await drainOutbox();
  return workspace.id;
}

const stored = (workspaceId: string) =>
  db().delivery.findMany({ where: { workspaceId }, select: { traceparent: true } });

// First, because tracing is turned on later.
test("without tracing, nothing is stored or passed on", async () => {
  const workspaceId = await submitAndDrain({ traceparent: `00-${TRACE_ID}-${CLIENT_SPAN}-01` });
  for (const { traceparent } of await stored(workspaceId)) expect(traceparent).toBeNull();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.headers).not.toHaveProperty("traceparent");
  for (const { traceparent } of live.twin.sent) expect(traceparent).toBeUndefined();
  expect(currentTraceparent()).toBeNull();
});

test("a trace goes on from the client over the request to the email and the event", async () => {
  startTracing(collector.url);
  await submitAndDrain({ traceparent: `00-${TRACE_ID}-${CLIENT_SPAN}-01` });
  await submitAndDrain({ traceparent: "00-nonsense" });
  await stopTracing();

  const [request, other] = collector.spans.filter(({ name }) => name === "POST /f/{publicKey}");
  expect(request).toMatchObject({ traceId: TRACE_ID, parentSpanId: CLIENT_SPAN });
  expect(request?.attributes).toContainEqual({
    key: "http.response.status_code",
    value: { intValue: 200 },
  });
  expect(other?.traceId).not.toBe(TRACE_ID);
  for (const [name, sent] of [
    ["deliver event", receiver.received.map(({ headers }) => headers.traceparent)],
    ["send email", live.twin.sent.map(({ traceparent }) => traceparent)],
  ] as const) {
    const spans = collector.spans.filter((span) => span.name === name);
    const own = spans.filter(({ traceId }) => traceId === TRACE_ID);
    expect(own.length, name).toBeGreaterThan(0);
    for (const span of own) expect(span.parentSpanId).toBe(request?.spanId);
    expect(sent.toSorted()).toEqual(
      spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).toSorted(),
    );
  }
  const text = JSON.stringify(collector.spans);
  expect(text).not.toContain("Ada");
});
