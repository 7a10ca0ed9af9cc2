import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeEach } from "vitest";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { restartWith } from "#tests/support/setup/process-state";
import { startReceiver } from "#tests/support/twins/receiver";

/**
 * A receiver with these hostnames, which the service calls in this test file. Only this process trusts
 * its certificate authority; the service has no setting for that. Each test starts with an empty
 * outbox and a receiver without events that responds with 204.
 */
export async function setUpReceiver(hostnames: readonly string[]) {
  const receiver = await startReceiver({ hostnames });
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, receiver.ca]);
  const places = hostnames.map((host) => `${host}:443:127.0.0.1:${receiver.port}`);
  restartWith({ OUTBOUND_CONNECT_TO: places.join(",") });
  beforeEach(async () => {
    receiver.reset();
    await emptyOutbox();
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await receiver.stop();
  });
  return receiver;
}
