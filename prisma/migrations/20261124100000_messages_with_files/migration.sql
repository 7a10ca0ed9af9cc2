-- The inbox lists messages with files, like unread ones.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_files_idx
  ON submissions (workspace_id, folder, received_at DESC, id DESC) WHERE attachment_count > 0;
