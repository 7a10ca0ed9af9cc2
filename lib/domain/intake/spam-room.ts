// Parts of the accepting statement that limit what the honeypot and the block lists store.

/** The maximum amount of a form's spam that each check stores; further hits are only counted. */
const MAX_HITS = 1_000;
const MAX_HIT_BYTES = 20_000_000;
/** When a workspace's spam has this many bytes over all forms, none of them stores more. */
const MAX_WORKSPACE_SPAM_BYTES = 100_000_000;

/** SQL that numbers and adds up the spam of this statement, by form and check, and by workspace. */
export const HITS_SO_FAR = `
    count(*) OVER (PARTITION BY s.form_id, s.spam_reason ORDER BY s.ord) AS nth_hit,
    sum(s.text_bytes) OVER (PARTITION BY s.form_id, s.spam_reason ORDER BY s.ord) AS hit_bytes,
    sum(s.text_bytes) FILTER (WHERE s.spam_reason IS NOT NULL)
      OVER (PARTITION BY s.workspace_id ORDER BY s.ord) AS spam_bytes,`;

/** SQL that counts the spam already stored. The condition on 'manual' is the one of the index. */
export const HIT_COUNTS = `, hit_counts AS MATERIALIZED (
  SELECT d.form_id, d.spam_reason, count(m.form_id) AS hits, coalesce(sum(m.text_bytes), 0) AS bytes,
    (SELECT coalesce(sum(c.text_bytes), 0) FROM message_counts c
      WHERE c.workspace_id = d.workspace_id AND c.folder = 'spam') AS workspace_bytes
  FROM (SELECT DISTINCT workspace_id, form_id, spam_reason FROM sent WHERE spam_reason IS NOT NULL) d
  LEFT JOIN submissions m ON m.workspace_id = d.workspace_id AND m.form_id = d.form_id
    AND m.spam_reason = d.spam_reason AND m.spam_reason <> 'manual'
  GROUP BY d.workspace_id, d.form_id, d.spam_reason
)`;

/** SQL for the condition under which a submission is only counted. */
export const HIT_VERDICT = `
      WHEN s.spam_reason IS NOT NULL AND (t.hits + s.nth_hit > ${MAX_HITS}
        OR t.bytes + s.hit_bytes > ${MAX_HIT_BYTES}
        OR t.workspace_bytes + s.spam_bytes > ${MAX_WORKSPACE_SPAM_BYTES}) THEN 'spam_full'`;
