import type pg from "pg";
import type { ReceivedEvent } from "#tests/support/twins/receiver";
import type { ReceivedEmail } from "#tests/support/twins/resend-twin";

type End = {
  status: string;
  /** The number of times it arrived. */
  arrivals: number;
  /** Attempts whose process was killed. */
  interrupted: number;
};

/** The result of every event: in the database, and at the receiver by event id. */
export async function readEventEnds(
  client: pg.Client,
  received: readonly ReceivedEvent[],
): Promise<(End & { hasSameBytes: boolean })[]> {
  const { rows } = await client.query<{
    event_id: string;
    status: string;
    body: string;
    interrupted: number;
  }>(
    `SELECT d.dedupe_key AS event_id, d.status, d.body,
       (SELECT count(*)::int FROM attempts a
        WHERE a.delivery_id = d.id AND a.outcome = 'interrupted') AS interrupted
     FROM deliveries d WHERE d.channel = 'webhook'`,
  );
  const bodies = Map.groupBy(received, ({ id }) => id);
  return rows.map(({ event_id, status, body, interrupted }) => {
    const arrived = bodies.get(event_id) ?? [];
    const hasSameBytes = arrived.every((event) => event.body === body);
    return { status, interrupted, arrivals: arrived.length, hasSameBytes };
  });
}

/** The result of every email: in the database, and at the provider by idempotency key. */
export async function readEmailEnds(
  client: pg.Client,
  sent: readonly ReceivedEmail[],
): Promise<End[]> {
  const { rows } = await client.query<{ key: string; status: string; interrupted: number }>(
    `SELECT d.dedupe_key AS key,
       CASE d.status WHEN 'delivered' THEN 'sent' ELSE d.status END AS status,
       (SELECT count(*)::int FROM attempts a
        WHERE a.delivery_id = d.id AND a.outcome = 'uncertain') AS interrupted
     FROM deliveries d WHERE d.channel = 'email'`,
  );
  const arrived = Map.groupBy(sent, ({ key }) => key);
  return rows.map(({ key, ...row }) => ({ ...row, arrivals: arrived.get(key)?.length ?? 0 }));
}
