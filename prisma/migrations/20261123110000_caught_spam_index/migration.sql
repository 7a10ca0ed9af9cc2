-- How much of what a check caught a form stores, read at each hit. The next release drops submissions_honeypot_idx.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_caught_idx ON submissions (workspace_id, form_id, spam_reason)
  INCLUDE (text_bytes, received_at) WHERE spam_reason <> 'manual';
