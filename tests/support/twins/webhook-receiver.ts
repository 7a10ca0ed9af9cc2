import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeEach } from "vitest";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { RECEIVER_HOST, startReceiver } from "#tests/support/twins/receiver";

export const OTHER_HOST = "other.example.com";

/**
 * The receiver that the service calls in this test file, with two hostnames. Only this process trusts
 * its certificate authority; the service has no setting for that. Each test starts with an empty
 * outbox and a receiver without events that responds with 204.
 */
export const receiver = await startReceiver({ hostnames: [RECEIVER_HOST, OTHER_HOST] });

setDefaultCACertificates([...getCACertificates("default"), receiver.ca]);
process.env.OUTBOUND_CONNECT_TO = [RECEIVER_HOST, OTHER_HOST]
  .map((host) => `${host}:443:127.0.0.1:${receiver.port}`)
  .join(",");

beforeEach(async () => {
  receiver.reset();
  await emptyOutbox();
});
afterAll(() => receiver.stop());
