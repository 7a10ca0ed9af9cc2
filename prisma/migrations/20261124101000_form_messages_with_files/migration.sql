-- The same list of one form.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_form_files_idx
  ON submissions (workspace_id, form_id, folder, received_at DESC, id DESC) WHERE attachment_count > 0;
