-- The inbox lists messages with files, like unread ones.
CREATE INDEX submissions_files_idx ON submissions (workspace_id, folder, received_at DESC, id DESC) WHERE attachment_count > 0;
CREATE INDEX submissions_form_files_idx ON submissions (workspace_id, form_id, folder, received_at DESC, id DESC) WHERE attachment_count > 0;
