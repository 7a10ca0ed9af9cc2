-- Search: substring over case-folded values, scoped by workspace.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX submissions_search_idx ON submissions USING gin (workspace_id, search_text gin_trgm_ops);

-- Rows that few queries want: partial indexes keep them small, and most inserts out of them.
CREATE INDEX submissions_unread_idx ON submissions (workspace_id, folder, received_at DESC, id DESC) WHERE NOT is_read;
CREATE INDEX submissions_expires_idx ON submissions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX objects_unstored_idx ON objects (status, created_at) WHERE status <> 'stored';

-- Counters are updated in place at every submission: room on the page keeps those updates HOT.
ALTER TABLE usage_slots SET (fillfactor = 50);
ALTER TABLE message_counts SET (fillfactor = 50);
ALTER TABLE storage_slots SET (fillfactor = 50);

-- Intake accepts only under the version of the form that it read, so every change must raise it.
CREATE FUNCTION raise_form_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER forms_version BEFORE UPDATE ON forms FOR EACH ROW EXECUTE FUNCTION raise_form_version();

-- Messages per form and folder. The slot is the connection's own, so that no two wait for each other.
-- A form that is being deleted with its messages takes its counts along: the join leaves it out.
CREATE FUNCTION count_messages_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (form_id, folder, slot, total, unread)
  SELECT form_id, folder, pg_backend_pid() % 16, count(*), count(*) FILTER (WHERE NOT is_read)
  FROM added GROUP BY form_id, folder ORDER BY form_id, folder
  ON CONFLICT (form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread;
  RETURN NULL;
END $$;
CREATE FUNCTION count_messages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (form_id, folder, slot, total, unread)
  SELECT form_id, folder, pg_backend_pid() % 16, sum(one), coalesce(sum(one) FILTER (WHERE NOT is_read), 0)
  FROM (
    SELECT form_id, folder, is_read, 1 AS one FROM added
    UNION ALL
    SELECT form_id, folder, is_read, -1 FROM removed
  ) changes
  GROUP BY form_id, folder
  HAVING sum(one) <> 0 OR coalesce(sum(one) FILTER (WHERE NOT is_read), 0) <> 0
  ORDER BY form_id, folder
  ON CONFLICT (form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread;
  RETURN NULL;
END $$;
CREATE FUNCTION count_messages_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (form_id, folder, slot, total, unread)
  SELECT r.form_id, r.folder, pg_backend_pid() % 16, -count(*), -count(*) FILTER (WHERE NOT r.is_read)
  FROM removed r JOIN forms f ON f.id = r.form_id
  GROUP BY r.form_id, r.folder ORDER BY r.form_id, r.folder
  ON CONFLICT (form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_added AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_messages_added();
CREATE TRIGGER submissions_changed AFTER UPDATE ON submissions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_messages_changed();
CREATE TRIGGER submissions_removed AFTER DELETE ON submissions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_messages_removed();

-- Bytes of all objects of a workspace, until the object itself is gone.
CREATE FUNCTION count_bytes_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO storage_slots AS s (workspace_id, slot, bytes)
  SELECT workspace_id, pg_backend_pid() % 16, sum(size_bytes) FROM added
  GROUP BY workspace_id ORDER BY workspace_id
  ON CONFLICT (workspace_id, slot) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes;
  RETURN NULL;
END $$;
CREATE FUNCTION count_bytes_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO storage_slots AS s (workspace_id, slot, bytes)
  SELECT r.workspace_id, pg_backend_pid() % 16, -sum(r.size_bytes)
  FROM removed r JOIN workspaces w ON w.id = r.workspace_id
  GROUP BY r.workspace_id ORDER BY r.workspace_id
  ON CONFLICT (workspace_id, slot) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER objects_added AFTER INSERT ON objects
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_added();
CREATE TRIGGER objects_removed AFTER DELETE ON objects
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_removed();
