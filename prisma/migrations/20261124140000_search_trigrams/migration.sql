-- Search by PostgreSQL's trigrams. Acceptance leaves a submission out of the index, a job adds it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

ALTER TABLE submissions ADD COLUMN search_indexed boolean NOT NULL DEFAULT false;
CREATE INDEX submissions_search_idx ON submissions USING gin (workspace_id, search_text gin_trgm_ops) WHERE search_indexed;
CREATE INDEX submissions_unindexed_idx ON submissions (workspace_id) WHERE NOT search_indexed;

DROP TABLE search_backlog, search_parts, search_bitmaps, search_lists;
DROP FUNCTION remove_search_rows();

CREATE OR REPLACE FUNCTION count_submissions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes)
  SELECT workspace_id, form_id, folder, pg_backend_pid() % 16, sum(one),
    coalesce(sum(one) FILTER (WHERE NOT is_read), 0), sum(one * text_bytes)
  FROM (
    SELECT workspace_id, form_id, folder, is_read, text_bytes, 1 AS one FROM added
    UNION ALL
    SELECT workspace_id, form_id, folder, is_read, text_bytes, -1 FROM removed
  ) changes
  GROUP BY workspace_id, form_id, folder
  HAVING sum(one) <> 0 OR coalesce(sum(one) FILTER (WHERE NOT is_read), 0) <> 0
    OR sum(one * text_bytes) <> 0
  ORDER BY workspace_id, form_id, folder
  ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_submissions_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes)
  SELECT r.workspace_id, r.form_id, r.folder, pg_backend_pid() % 16, -count(*),
    -count(*) FILTER (WHERE NOT r.is_read), -sum(r.text_bytes)
  FROM removed r JOIN forms f ON f.workspace_id = r.workspace_id AND f.id = r.form_id
  GROUP BY r.workspace_id, r.form_id, r.folder ORDER BY r.workspace_id, r.form_id, r.folder
  ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes;
  RETURN NULL;
END $$;
