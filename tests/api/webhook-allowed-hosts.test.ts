import { text } from "node:stream/consumers";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";
import { runReceiverTest } from "#lib/domain/endpoints/test-receiver";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { invalidPaths } from "#tests/support/contract/api";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { createWebhookForm } from "#tests/support/factories/webhook-form";
import {
  createEndpoint,
  queueEvent,
  readEvent,
  signingSecretOf,
} from "#tests/support/factories/webhook-state";
import { serveHttp } from "#tests/support/twins/listen";

/** An n8n beside the service: plain http on a private address. It verifies signatures. */
let secret = "";
const received: string[] = [];
const { port, stop } = await serveHttp(async (request, response) => {
  const body = await text(request);
  try {
    new StandardWebhook(secret).verify(body, request.headers as Record<string, string>);
    received.push(body);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
});
const url = `http://localhost:${port}/webhook/forms`;
process.env.WEBHOOK_ALLOWED_HOSTS = `localhost:${port}`;

beforeEach(emptyOutbox);
afterAll(stop);

test("a webhook to a listed host is saved, gets signed events, and passes the guided receiver test", async () => {
  const endpoint = await createEndpoint(new Date(), { url });
  secret = await signingSecretOf(endpoint);
  const { id, body } = await queueEvent(endpoint, new Date());
  await drainOutbox();
  expect(received).toEqual([body]);
  expect((await readEvent(id)).status).toBe("delivered");
  const { passed, checks } = await runReceiverTest(endpoint.workspace.ctx, endpoint.form.id);
  expect(passed).toBe(true);
  expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "resolve pass",
    "public_address skip",
    "connect pass",
    "certificate skip",
    "signed_event pass",
    "wrong_signature pass",
    "old_timestamp pass",
    "repeated_event pass",
  ]);
});

test.each([`http://localhost:${port + 1}/`, `http://127.0.0.1:${port}/`, "http://localhost/"])(
  "%s isn't listed and can't be saved",
  async (other) => {
    const { save } = await createWebhookForm();
    expect(invalidPaths(await save({ url: other, enabled: true }))).toEqual(["url"]);
  },
);
