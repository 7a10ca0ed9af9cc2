import { describe, expect, it, onTestFinished, vi } from "vitest";
import { db, transaction } from "#lib/db/database";
import { LEASE_MS } from "#lib/deliveries/claim";
import { queueEmail } from "#lib/deliveries/queue";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { retryEmail } from "#lib/notifications/retry-email";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import { testWebhook } from "#lib/webhooks/test-webhook";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { queueNotification, TAKEN_OUT } from "#tests/support/factories/outbox-state";
import { createEndpoint, type Endpoint, queueEvent } from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { receiver } from "#tests/support/twins/webhook-receiver";

const HOUR_MS = 3_600_000;
const EARLIER = new Date("2026-11-21T10:00:00Z");

/** Sets this process's clock, and leaves the database's. */
function skewClock(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

const contextAhead = ({ workspace }: Endpoint) =>
  contextAt(workspace, new Date(Date.now() + HOUR_MS));

const endWithFailure = (id: string) =>
  db().delivery.updateMany({ where: { id }, data: { ...TAKEN_OUT, status: "failed" } });

describe("a process with a clock an hour ahead", () => {
  it("accepts submissions whose emails are sent without delay", async () => {
    const workspace = await createWorkspace();
    const recipient = await createVerifiedRecipient(workspace);
    const form = await createForm(workspace, { recipientIds: [recipient.id] });
    skewClock(HOUR_MS);
    const id = await acceptedId(await postVisit(form.publicKey, { json: { message: "Hello" } }));
    expect(await drainOutbox()).toMatchObject({ sent: 1 });
    const [delivery] = await db().delivery.findMany({ where: { submissionId: id } });
    expect(delivery?.lastAttemptAt?.getTime()).toBeLessThan(Date.now() - 3_000_000);
  });

  it.each<[string, (endpoint: Endpoint) => Promise<unknown>]>([
    [
      "an email",
      (endpoint) =>
        transaction((tx) =>
          queueEmail(tx, contextAhead(endpoint), {
            to: "owner@example.com",
            data: { kind: "account", link: "https://example.com/", purpose: "password_reset" },
          }),
        ),
    ],
    ["a test event", (endpoint) => testWebhook(contextAhead(endpoint), endpoint.form.id)],
    [
      "the retry of an event",
      async (endpoint) => {
        const { id } = await queueEvent(endpoint, EARLIER);
        await endWithFailure(id);
        await retryWebhookDelivery(contextAhead(endpoint), endpoint.form.id, id);
      },
    ],
    [
      "the retry of an email",
      async (endpoint) => {
        const { submissionId, deliveryId } = await queueNotification(EARLIER, endpoint.workspace);
        await endWithFailure(deliveryId);
        const acknowledged = { acknowledgePossibleDuplicate: true };
        await retryEmail(contextAhead(endpoint), submissionId, deliveryId, acknowledged);
      },
    ],
  ])("queues %s that is sent without delay", async (_what, queue) => {
    await queue(await createEndpoint(EARLIER));
    expect(await drainOutbox()).toMatchObject({ claimed: 1, sent: 1 });
  });
});

it.each([-HOUR_MS, HOUR_MS])(
  "a claim lasts as long as it should if the clock of its process is %d ms off",
  async (offMs) => {
    await queueEvent(await createEndpoint(EARLIER), EARLIER);
    const leases: number[] = [];
    receiver.reply(async (...call) => {
      const rows = await db().$queryRaw<{ ms: number }[]>`
        SELECT extract(epoch FROM due_at - clock_timestamp())::float8 * 1000 AS ms
        FROM deliveries WHERE due_at IS NOT NULL`;
      leases.push(...rows.map(({ ms }) => ms));
      answer(204)(...call);
    });
    skewClock(offMs);
    expect(await drainOutbox()).toMatchObject({ claimed: 1, sent: 1 });
    const [lease] = leases;
    expect(lease).toBeGreaterThan(LEASE_MS / 2);
    expect(lease).toBeLessThanOrEqual(LEASE_MS);
  },
);
