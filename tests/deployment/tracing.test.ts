import { afterAll, beforeAll, expect, test } from "vitest";
import { Owner } from "#tests/support/factories/owner";
import { saveWebhook } from "#tests/support/factories/owner-forms";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { startOtlpCollector } from "#tests/support/twins/otlp-collector";
import { prepareOutside } from "#tests/support/twins/outside";
import { type Receiver, startReceiver } from "#tests/support/twins/receiver";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

const collector = await startOtlpCollector();
const outside = await prepareOutside(1);
let receiver: Receiver;
let service: TestService;

beforeAll(async () => {
  const hostnames = outside.places.map(({ hostname }) => hostname);
  receiver = await startReceiver({ hostnames, ...outside.places[0] });
  const env = { ...outside.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  service = await startServer({ env });
});

afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await outside.stop();
  await collector.stop();
  await removeDataDir(service.dataDir);
});

test("a visitor's trace reaches the endpoint, and the service sends its spans before it stops", async () => {
  const owner = await Owner.signUp(service.baseUrl);
  const form = await owner.createForm("Contact");
  await saveWebhook(owner, form.id, receiver.url);
  const response = await fetch(`${service.baseUrl}/f/${form.publicKey}`, {
    method: "POST",
    headers: { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` },
    body: new URLSearchParams({ message: "Hello" }),
  });
  expect(response.status).toBe(200);
  await receiver.receivedCount(1);
  expect(receiver.received[0]?.headers.traceparent).toContain(TRACE_ID);
  expect((await fetch(`${service.baseUrl}/sign-in`)).status).toBe(200);

  expect(await service.stop()).toBe(0);
  const namesOf = (traceId: string) =>
    collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
  expect(namesOf(TRACE_ID)).toEqual(
    expect.arrayContaining(["POST /f/{publicKey}", "deliver event"]),
  );
  expect(collector.spans.map(({ name }) => name)).toContain("GET /sign-in");
});
