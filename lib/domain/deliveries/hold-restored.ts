import type pg from "pg";

/*
 * Records an attempt without a response for each queued email. Emails that already have an open
 * attempt are left as if their worker was killed. $1 is the time of the backup, $2 the error of the
 * attempt.
 */
const HOLD = `
WITH held AS (
  UPDATE deliveries d SET status = 'retrying', attempt_count = attempt_count + 1,
    series_attempts = series_attempts + 1, series_started_at = coalesce(series_started_at, $1),
    last_attempt_at = $1, next_attempt_at = coalesce(next_attempt_at, due_at)
  WHERE channel = 'email' AND due_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id
      AND a.number = d.attempt_count AND a.outcome = 'pending')
  RETURNING workspace_id, id, attempt_count
)
INSERT INTO attempts (workspace_id, delivery_id, number, id, trigger, started_at, finished_at, outcome, error)
SELECT workspace_id, id, attempt_count, gen_random_uuid(), 'automatic', $1, $1, 'uncertain', $2 FROM held`;

/**
 * Marks emails that were queued when a backup was made: they may have been sent since. After a
 * restore they're repeated only while the provider recognizes the repeat, and are uncertain from
 * then on.
 *
 * Events need nothing: endpoints drop repeats by their ID.
 */
export async function holdRestoredEmails(client: pg.Client, madeAt: Date): Promise<void> {
  const error = "The service was restored from a backup. The email may have been sent before.";
  await client.query(HOLD, [madeAt, error]);
}
