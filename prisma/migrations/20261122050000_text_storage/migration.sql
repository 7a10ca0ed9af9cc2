-- Text counts as storage: bytes of all names and values of a message, summed per form and folder in the
-- row that acceptance, moves and removals update anyway.
ALTER TABLE submissions ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE message_counts ADD COLUMN text_bytes BIGINT NOT NULL DEFAULT 0;

ALTER TABLE submissions DISABLE TRIGGER submissions_changed;
UPDATE submissions SET text_bytes = octet_length(fields::text);
ALTER TABLE submissions ENABLE TRIGGER submissions_changed;

INSERT INTO message_counts AS c (form_id, folder, slot, total, unread, text_bytes)
SELECT form_id, folder, 0, 0, 0, sum(text_bytes) FROM submissions GROUP BY form_id, folder
ON CONFLICT (form_id, folder, slot) DO UPDATE SET text_bytes = c.text_bytes + EXCLUDED.text_bytes;

-- How much a form's honeypot holds, read at each hit (CONTRACT section 4).
CREATE INDEX submissions_honeypot_idx ON submissions (form_id) INCLUDE (text_bytes) WHERE spam_reason = 'honeypot';

CREATE OR REPLACE FUNCTION count_messages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (form_id, folder, slot, total, unread, text_bytes)
  SELECT form_id, folder, pg_backend_pid() % 16, sum(one),
    coalesce(sum(one) FILTER (WHERE NOT is_read), 0), sum(one * text_bytes)
  FROM (
    SELECT form_id, folder, is_read, text_bytes, 1 AS one FROM added
    UNION ALL
    SELECT form_id, folder, is_read, text_bytes, -1 FROM removed
  ) changes
  GROUP BY form_id, folder
  HAVING sum(one) <> 0 OR coalesce(sum(one) FILTER (WHERE NOT is_read), 0) <> 0
    OR sum(one * text_bytes) <> 0
  ORDER BY form_id, folder
  ON CONFLICT (form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes;
  INSERT INTO search_backlog (workspace_id, received_at, submission_id)
  SELECT a.workspace_id, a.received_at, a.id FROM added a JOIN removed r USING (id)
  WHERE a.folder <> r.folder ORDER BY 1, 2, 3
  ON CONFLICT (workspace_id, received_at, submission_id) DO UPDATE
  SET submission_id = EXCLUDED.submission_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_messages_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (form_id, folder, slot, total, unread, text_bytes)
  SELECT r.form_id, r.folder, pg_backend_pid() % 16, -count(*),
    -count(*) FILTER (WHERE NOT r.is_read), -sum(r.text_bytes)
  FROM removed r JOIN forms f ON f.id = r.form_id
  GROUP BY r.form_id, r.folder ORDER BY r.form_id, r.folder
  ON CONFLICT (form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes;
  DELETE FROM search_backlog b USING removed r
  WHERE b.workspace_id = r.workspace_id AND b.received_at = r.received_at AND b.submission_id = r.id;
  RETURN NULL;
END $$;
