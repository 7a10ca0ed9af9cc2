import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeEach } from "vitest";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { RECEIVER_HOST, startReceiver } from "#tests/support/twins/receiver";

export const OTHER_HOST = "other.example.com";

/**
 * The receiver that the service calls in this test file, under two host names. Its authority is trusted
 * by this process alone; the service has no setting that would make it trust one. Each test begins
 * with an empty outbox and a receiver that has seen nothing and answers 204.
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
