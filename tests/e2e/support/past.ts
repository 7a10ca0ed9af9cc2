import { withEmbeddedDatabase } from "#tests/support/embedded-client";
import type { Owner } from "#tests/support/owner";

/** A year of traffic that rests at weekends and grows, and some spam. */
const EARLIER_DAYS = `
  INSERT INTO usage_slots (workspace_id, day, slot, accepted, spam)
  SELECT $1, d::date, 0,
    CASE WHEN extract(isodow FROM d) > 5 THEN age % 4 ELSE 6 + (370 - age) / 26 + age * 7 % 11 END,
    age * 5 % 4
  FROM (SELECT d, (current_date - d::date) AS age
    FROM generate_series(current_date - 364, current_date - 1, interval '1 day') AS d) AS days`;

/**
 * What a workspace only has once time has passed: earlier messages in its figures, a token that has
 * expired.
 */
export async function givePast(dataDir: string, owner: Owner, tokenId: string): Promise<void> {
  const { workspaceId } = (await (await owner.api("GET", "/token", 200)).json()).data;
  await withEmbeddedDatabase(dataDir, async (client) => {
    await client.query(EARLIER_DAYS, [workspaceId]);
    await client.query(
      `UPDATE tokens SET created_at = now() - interval '91 days', expires_at = now() - interval '1 day',
         last_used_at = now() - interval '3 days'
       WHERE id = $1`,
      [tokenId],
    );
  });
}
