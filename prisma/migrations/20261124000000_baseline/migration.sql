-- The whole schema. What schema.prisma can't express: checks, partial indexes, storage settings, functions
-- and triggers.

-- Search finds substrings by their trigrams, within a workspace.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Accounts ---------------------------------------------------------------------------------------

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_key_key ON users (email_key);

CREATE TABLE workspaces (
  id uuid NOT NULL,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('starter', 'team', 'scale')),
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  onboarded_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE INDEX workspaces_deleted_at_idx ON workspaces (deleted_at);

CREATE TABLE memberships (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'member')),
  last_used_at timestamptz(3),
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX memberships_user_id_idx ON memberships (user_id);

-- An emailed link to join a workspace. Open until it's accepted, revoked or expired.
CREATE TABLE invitations (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'member')),
  token_hash bytea NOT NULL,
  email_series_key uuid NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX invitations_token_hash_key ON invitations (token_hash);
CREATE INDEX invitations_expires_at_idx ON invitations (expires_at);

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  user_agent text,
  proven_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_workspace_id_idx ON sessions (workspace_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE password_resets (
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX password_resets_token_hash_key ON password_resets (token_hash);
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);
CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at);

-- An address to confirm by link: a new sign-in address, or the one that the user signed up with.
CREATE TABLE email_changes (
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX email_changes_token_hash_key ON email_changes (token_hash);
CREATE INDEX email_changes_user_id_idx ON email_changes (user_id);
CREATE INDEX email_changes_expires_at_idx ON email_changes (expires_at);

-- The app that shows a user's one-time codes (TOTP).
CREATE TABLE authenticators (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  sealed_secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_step integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

-- What a passkey has to sign. Deleted when it's used.
CREATE TABLE passkey_challenges (
  challenge_hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('add', 'prove', 'sign_in')),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_user_check CHECK ((purpose = 'sign_in') = (user_id IS NULL))
);
CREATE INDEX passkey_challenges_user_id_idx ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

-- A browser in which the user has signed in. Its cookie holds the secret; only the hash is stored.
CREATE TABLE known_browsers (
  hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (hash, user_id)
);
CREATE INDEX known_browsers_user_id_last_seen_at_idx ON known_browsers (user_id, last_seen_at);
CREATE INDEX known_browsers_last_seen_at_idx ON known_browsers (last_seen_at);

-- One row: what belongs to this installation as a whole.
CREATE TABLE installation (
  id integer NOT NULL CHECK (id = 1),
  sealed_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  next_drain_at timestamptz(3),
  PRIMARY KEY (id)
);

-- Events that are counted exactly: failed sign-ins, sign-ups, verification emails, created tokens.
CREATE TABLE counted_events (
  id uuid NOT NULL,
  bucket text NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX counted_events_bucket_at_idx ON counted_events (bucket, at);
CREATE INDEX counted_events_at_idx ON counted_events (at);

CREATE TABLE tokens (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  scopes text[],
  hash bytea NOT NULL,
  prefix text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by uuid,
  expiry_notice_days smallint CHECK (expiry_notice_days IN (7, 1)),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX tokens_hash_key ON tokens (hash);
CREATE INDEX tokens_workspace_id_created_at_id_idx ON tokens (workspace_id, created_at, id);
-- A password reset revokes the tokens that the user created.
CREATE INDEX tokens_created_by_idx ON tokens (created_by);
-- Tokens that expire soon, which the job announces.
CREATE INDEX tokens_expires_at_idx ON tokens (expires_at);

-- Who changed what, when and from where. Kept for 365 days.
CREATE TABLE audit_entries (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  at timestamptz(3) NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'token', 'visitor', 'system')),
  actor_id uuid,
  actor_name text,
  subject_id text,
  subject_name text,
  details jsonb,
  address text,
  user_agent text,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_entries_workspace_id_at_id_idx ON audit_entries (workspace_id, at DESC, id DESC);
CREATE INDEX audit_entries_at_idx ON audit_entries (at);

-- Recipients -------------------------------------------------------------------------------------

CREATE TABLE recipients (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3),
  verification_sent_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX recipients_workspace_id_created_at_id_idx ON recipients (workspace_id, created_at, id);
CREATE UNIQUE INDEX recipients_workspace_id_email_key_key ON recipients (workspace_id, email_key);

CREATE TABLE recipient_verifications (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  recipient_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, recipient_id) REFERENCES recipients (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX recipient_verifications_token_hash_key ON recipient_verifications (token_hash);
CREATE INDEX recipient_verifications_workspace_id_recipient_id_idx
  ON recipient_verifications (workspace_id, recipient_id);
CREATE INDEX recipient_verifications_expires_at_idx ON recipient_verifications (expires_at);

-- Forms ------------------------------------------------------------------------------------------

CREATE TABLE forms (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  public_key text NOT NULL,
  settings jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  blocked_words text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX forms_public_key_key ON forms (public_key);
CREATE INDEX forms_workspace_id_created_at_id_idx ON forms (workspace_id, created_at DESC, id DESC);
CREATE INDEX forms_deleted_at_idx ON forms (deleted_at);

-- A sender whose messages go to spam, on all forms of the workspace.
CREATE TABLE blocked_senders (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  entry text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, entry)
);

CREATE TABLE form_recipients (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  recipient_id uuid NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (workspace_id, form_id, recipient_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (workspace_id, recipient_id) REFERENCES recipients (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX form_recipients_workspace_id_recipient_id_idx ON form_recipients (workspace_id, recipient_id);

-- Rejected submissions per minute, kept for seven days.
CREATE TABLE rejected_submissions (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  code text NOT NULL,
  origin text NOT NULL,
  count integer NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id, minute, code, origin),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX rejected_submissions_minute_idx ON rejected_submissions (minute);

-- The customer's own Turnstile widget.
CREATE TABLE turnstile_widgets (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  revision uuid NOT NULL,
  site_key text NOT NULL,
  sealed_secret bytea NOT NULL,
  hostnames text[],
  enabled boolean NOT NULL,
  observes text CHECK (observes IN ('require', 'ask')),
  CHECK (observes IS NULL OR NOT enabled),
  verified_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE routings (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  revision uuid NOT NULL,
  enabled boolean NOT NULL,
  rules jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE autoresponders (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  revision uuid NOT NULL,
  enabled boolean NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  reply_recipient_id uuid NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX autoresponders_workspace_id_reply_recipient_id_idx ON autoresponders (workspace_id, reply_recipient_id);

-- When a form last sent an auto-reply to an address. Enforces the auto-reply limits. Written by
-- take_reply_slot() in the accepting statement, and removed by maintenance after a day. It outlives
-- its form, because it still counts toward the workspace's limit.
CREATE TABLE reply_slots (
  form_id uuid NOT NULL,
  address_hash text NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  taken_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id, address_hash)
);
CREATE INDEX reply_slots_workspace_id_taken_at_idx ON reply_slots (workspace_id, taken_at);
CREATE INDEX reply_slots_taken_at_idx ON reply_slots (taken_at);

-- Visitors who unsubscribed from a workspace's auto-replies. Kept until the workspace is deleted.
CREATE TABLE reply_opt_outs (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  address_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, address_hash)
);

-- Webhooks ---------------------------------------------------------------------------------------

-- The endpoint for a form's events. A form has at most one that isn't deleted (webhooks_current_idx).
CREATE TABLE webhooks (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  url text NOT NULL,
  enabled boolean NOT NULL,
  revision uuid NOT NULL,
  sealed_secret bytea,
  health text NOT NULL CHECK (health IN ('healthy', 'failing', 'suspended')),
  failures_in_row integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX webhooks_workspace_id_form_id_idx ON webhooks (workspace_id, form_id);
CREATE INDEX webhooks_deleted_at_idx ON webhooks (deleted_at);
-- A form has one webhook. Deleted ones wait for maintenance.
CREATE UNIQUE INDEX webhooks_current_idx ON webhooks (workspace_id, form_id) WHERE deleted_at IS NULL;

-- Submissions ------------------------------------------------------------------------------------

CREATE TABLE submissions (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  folder text NOT NULL CHECK (folder IN ('inbox', 'archive', 'spam')),
  is_read boolean NOT NULL DEFAULT false,
  received_at timestamptz(3) NOT NULL,
  fields json NOT NULL,
  name text,
  email text,
  preview text NOT NULL,
  search_text text NOT NULL,
  spam_reason text CHECK (spam_reason IN ('honeypot', 'blocked_sender', 'blocked_word', 'manual')),
  expires_at timestamptz(3),
  attachment_count integer NOT NULL DEFAULT 0,
  text_bytes integer NOT NULL DEFAULT 0,
  plan jsonb NOT NULL,
  visitor_reply_status text NOT NULL CHECK (visitor_reply_status IN ('not_eligible', 'queued', 'suppressed')),
  visitor_reply_reason text,
  unused_fields text[],
  spam_match text,
  search_indexed boolean NOT NULL DEFAULT false,
  held_reason text CHECK (held_reason IN ('allowance')),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX submissions_workspace_id_folder_received_at_id_idx
  ON submissions (workspace_id, folder, received_at DESC, id DESC);
CREATE INDEX submissions_workspace_id_form_id_folder_received_at_id_idx
  ON submissions (workspace_id, form_id, folder, received_at DESC, id DESC);
-- Partial indexes keep most rows, and so most inserts, out.
CREATE INDEX submissions_unread_idx ON submissions (workspace_id, folder, received_at DESC, id DESC)
  WHERE NOT is_read;
CREATE INDEX submissions_form_unread_idx ON submissions (workspace_id, form_id, folder, received_at DESC, id DESC)
  WHERE NOT is_read;
-- What is released later, oldest first.
CREATE INDEX submissions_held_idx ON submissions (workspace_id, received_at, id) WHERE held_reason IS NOT NULL;
CREATE INDEX submissions_expires_idx ON submissions (expires_at) WHERE expires_at IS NOT NULL;
-- How much of what a check caught a form stores, read at each hit.
CREATE INDEX submissions_caught_idx ON submissions (workspace_id, form_id, spam_reason)
  INCLUDE (text_bytes, received_at)
  WHERE spam_reason <> 'manual';
CREATE INDEX submissions_files_idx ON submissions (workspace_id, folder, received_at DESC, id DESC)
  WHERE attachment_count > 0;
CREATE INDEX submissions_form_files_idx ON submissions (workspace_id, form_id, folder, received_at DESC, id DESC)
  WHERE attachment_count > 0;
-- Acceptance leaves a submission out of the search index; a job adds it.
CREATE INDEX submissions_search_idx ON submissions USING gin (workspace_id, search_text gin_trgm_ops)
  WHERE search_indexed;
CREATE INDEX submissions_unindexed_idx ON submissions (workspace_id) WHERE NOT search_indexed;

CREATE TABLE objects (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  status text NOT NULL CHECK (status IN ('pending', 'stored', 'deleting')),
  size_bytes integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX objects_unstored_idx ON objects (status, created_at) WHERE status <> 'stored';

-- A record that someone's data was exported or erased: what, when and by whom, but not whose.
CREATE TABLE data_requests (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind IN ('person_export', 'person_erasure', 'workspace_export')),
  address_hash text,
  user_id uuid,
  counts jsonb NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX data_requests_workspace_id_started_at_id_idx ON data_requests (workspace_id, started_at DESC, id DESC);

CREATE TABLE attachments (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  object_id uuid,
  position integer NOT NULL,
  field text NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  size_bytes integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, submission_id) REFERENCES submissions (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (workspace_id, object_id) REFERENCES objects (workspace_id, id)
    ON UPDATE CASCADE
);
CREATE INDEX attachments_workspace_id_submission_id_position_idx
  ON attachments (workspace_id, submission_id, position);
CREATE INDEX attachments_workspace_id_object_id_idx ON attachments (workspace_id, object_id);
CREATE INDEX attachments_expiring_idx ON attachments (expires_at) WHERE object_id IS NOT NULL;

CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  key text NOT NULL,
  content_hash bytea NOT NULL,
  submission_id uuid NOT NULL,
  received_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id, key),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX idempotency_keys_expires_at_idx ON idempotency_keys (expires_at);

-- Usage ------------------------------------------------------------------------------------------

-- Accepted and spam submissions per UTC day, spread over slots to avoid hot rows. The sum is the total.
CREATE TABLE usage_slots (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  day date NOT NULL,
  slot smallint NOT NULL,
  accepted integer NOT NULL,
  spam integer NOT NULL,
  PRIMARY KEY (workspace_id, day, slot)
);
-- Slots of past days, which maintenance folds into one.
CREATE INDEX usage_slots_unfolded_idx ON usage_slots (day) WHERE slot <> 0;
-- Updated in place, like the other counts below: room on the page keeps those updates HOT.
ALTER TABLE usage_slots SET (fillfactor = 50);

-- Submissions per form and folder. Acceptance adds to it; triggers count moves and deletions.
CREATE TABLE message_counts (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  folder text NOT NULL CHECK (folder IN ('inbox', 'archive', 'spam')),
  slot smallint NOT NULL,
  total integer NOT NULL,
  unread integer NOT NULL,
  text_bytes bigint NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, form_id, folder, slot),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE message_counts SET (fillfactor = 50);
-- Workspaces that may have held submissions, which the job looks for every second.
CREATE INDEX message_counts_held_idx ON message_counts (workspace_id) WHERE held <> 0;

-- Bytes of a workspace's objects, maintained by triggers.
CREATE TABLE storage_slots (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  slot smallint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (workspace_id, slot)
);
ALTER TABLE storage_slots SET (fillfactor = 50);

CREATE TABLE allowance_notices (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  month date NOT NULL,
  percent smallint NOT NULL,
  allowance integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, month, percent, allowance)
);

-- Deliveries -------------------------------------------------------------------------------------

-- An email to one address or an event for one endpoint, and its own place in the queue.
CREATE TABLE deliveries (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'webhook')),
  kind text NOT NULL,
  submission_id uuid,
  status text NOT NULL CHECK (
    status IN ('queued', 'sending', 'retrying', 'delivered', 'failed', 'uncertain', 'cancelled')
  ),
  failure_reason text,
  recipient_id uuid,
  email text,
  webhook_id uuid,
  revision uuid,
  body text,
  sealed_data bytea,
  sealed_payload bytea,
  dedupe_key uuid NOT NULL,
  series_trigger text NOT NULL DEFAULT 'automatic' CHECK (series_trigger IN ('automatic', 'manual', 'test', 'replay')),
  series_started_at timestamptz(3),
  series_attempts integer NOT NULL DEFAULT 0,
  attempt_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  last_attempt_at timestamptz(3),
  next_attempt_at timestamptz(3),
  concurrency_key uuid NOT NULL,
  due_at timestamptz(3),
  claim_token uuid,
  claimed_by uuid,
  traceparent text,
  -- Generated, so that no statement can forget it, and indexed instead of the status, so that an attempt
  -- that begins doesn't change an index.
  failed_at timestamptz(3) GENERATED ALWAYS AS (
    CASE WHEN status IN ('failed', 'uncertain') THEN coalesce(last_attempt_at, created_at) END
  ) STORED,
  PRIMARY KEY (workspace_id, id),
  CHECK (channel = 'email' OR (webhook_id IS NOT NULL AND revision IS NOT NULL AND body IS NOT NULL)),
  CHECK (channel = 'webhook' OR email IS NOT NULL),
  -- Only what is under way has a place in the queue.
  CHECK ((due_at IS NOT NULL) = (status IN ('queued', 'sending', 'retrying'))),
  FOREIGN KEY (workspace_id, submission_id) REFERENCES submissions (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
-- The queue: what is due, by whose turn it is.
CREATE INDEX deliveries_queue_idx ON deliveries (channel, workspace_id, concurrency_key, due_at)
  WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_due_idx ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_claimed_idx ON deliveries (workspace_id, channel) WHERE claim_token IS NOT NULL;
CREATE INDEX deliveries_submission_idx ON deliveries (workspace_id, submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX deliveries_webhook_idx ON deliveries (workspace_id, webhook_id, created_at DESC, id DESC)
  WHERE webhook_id IS NOT NULL;
CREATE INDEX deliveries_failed_idx ON deliveries (workspace_id, failed_at DESC, id DESC)
  WHERE failed_at IS NOT NULL AND submission_id IS NOT NULL;
-- Deliveries about no submission have a retention of their own; the others go with theirs.
CREATE INDEX deliveries_alone_idx ON deliveries (created_at) WHERE submission_id IS NULL;
ALTER TABLE deliveries SET (
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05
);

CREATE TABLE attempts (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('automatic', 'manual', 'test', 'replay')),
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  outcome text NOT NULL CHECK (outcome IN (
    'pending', 'sent', 'failed', 'uncertain', 'succeeded', 'http_error', 'redirect_refused', 'timeout',
    'connection_failed', 'tls_failed', 'dns_failed', 'address_blocked', 'interrupted'
  )),
  error text,
  duration_ms integer,
  response_status integer,
  response_body text,
  response_truncated boolean NOT NULL DEFAULT false,
  is_captured boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, delivery_id, number),
  FOREIGN KEY (workspace_id, delivery_id) REFERENCES deliveries (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

-- A process or thread that holds claims, and when it was last alive.
CREATE TABLE workers (
  id uuid NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX workers_seen_at_idx ON workers (seen_at);

-- When the next paced call may start, across all processes of the deployment.
CREATE TABLE send_paces (
  kind text NOT NULL,
  next_at timestamptz(6) NOT NULL,
  PRIMARY KEY (kind)
);

-- The test inbox: one row per address and series that would have been sent.
CREATE TABLE captured_emails (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  series_key uuid NOT NULL,
  kind text NOT NULL,
  "to" text NOT NULL,
  "from" text NOT NULL,
  reply_to text,
  subject text NOT NULL,
  headers jsonb NOT NULL,
  html text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX captured_emails_workspace_id_created_at_id_idx
  ON captured_emails (workspace_id, created_at DESC, id DESC);
CREATE INDEX captured_emails_created_at_idx ON captured_emails (created_at);
CREATE UNIQUE INDEX captured_emails_workspace_id_series_key_key ON captured_emails (workspace_id, series_key);

-- Functions and triggers -------------------------------------------------------------------------

-- Intake only accepts under the version of the form that it read, so every change raises it.
CREATE FUNCTION raise_form_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER forms_version BEFORE UPDATE ON forms FOR EACH ROW EXECUTE FUNCTION raise_form_version();

-- Submissions per form and folder. The accepting statement counts what it adds; triggers count moves and
-- deletions, which happen in many places. The slot is the connection's own, so that no two wait for each other.
CREATE FUNCTION count_submissions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes, held)
  SELECT workspace_id, form_id, folder, pg_backend_pid() % 16, sum(one),
    coalesce(sum(one) FILTER (WHERE NOT is_read), 0), sum(one * text_bytes),
    coalesce(sum(one) FILTER (WHERE held_reason IS NOT NULL), 0)
  FROM (
    SELECT workspace_id, form_id, folder, is_read, text_bytes, held_reason, 1 AS one FROM added
    UNION ALL
    SELECT workspace_id, form_id, folder, is_read, text_bytes, held_reason, -1 FROM removed
  ) changes
  GROUP BY workspace_id, form_id, folder
  HAVING sum(one) <> 0 OR coalesce(sum(one) FILTER (WHERE NOT is_read), 0) <> 0
    OR sum(one * text_bytes) <> 0 OR coalesce(sum(one) FILTER (WHERE held_reason IS NOT NULL), 0) <> 0
  ORDER BY workspace_id, form_id, folder
  ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes, held = c.held + EXCLUDED.held;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_changed AFTER UPDATE ON submissions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_submissions_changed();

-- The counts of a form that is deleted with its submissions are deleted too: the join leaves it out.
CREATE FUNCTION count_submissions_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes, held)
  SELECT r.workspace_id, r.form_id, r.folder, pg_backend_pid() % 16, -count(*),
    -count(*) FILTER (WHERE NOT r.is_read), -sum(r.text_bytes), -count(r.held_reason)
  FROM removed r JOIN forms f ON f.workspace_id = r.workspace_id AND f.id = r.form_id
  GROUP BY r.workspace_id, r.form_id, r.folder ORDER BY r.workspace_id, r.form_id, r.folder
  ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes, held = c.held + EXCLUDED.held;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_removed AFTER DELETE ON submissions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_submissions_removed();

-- Bytes of a workspace's objects, until the object itself is gone.
CREATE FUNCTION count_bytes_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO storage_slots AS s (workspace_id, slot, bytes)
  SELECT workspace_id, pg_backend_pid() % 16, sum(size_bytes) FROM added
  GROUP BY workspace_id ORDER BY workspace_id
  ON CONFLICT (workspace_id, slot) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER objects_added AFTER INSERT ON objects
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_added();
CREATE FUNCTION count_bytes_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO storage_slots AS s (workspace_id, slot, bytes)
  SELECT r.workspace_id, pg_backend_pid() % 16, -sum(r.size_bytes)
  FROM removed r JOIN workspaces w ON w.id = r.workspace_id
  GROUP BY r.workspace_id ORDER BY r.workspace_id
  ON CONFLICT (workspace_id, slot) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER objects_removed AFTER DELETE ON objects
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_removed();

-- When a submission is received: the moment it's stored, by this clock. Called by the accepting statement,
-- which holds a lock until the submission is visible. The lock's number is a second that isn't after that
-- moment, counted from 2020.
CREATE FUNCTION stamp_submission() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    1718579821, floor(extract(epoch FROM clock_timestamp()) - 1577836800)::int);
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;

-- Every submission received before this moment is visible to the next statement.
CREATE FUNCTION settled_until() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  asked_at timestamptz := clock_timestamp();
BEGIN
  RETURN least(asked_at, (
    SELECT to_timestamp(1577836800 + min(l.objid::bigint)) FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid = 1718579821 AND l.objsubid = 2
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())));
END $$;

-- Takes the slot of one auto-reply, or says why there is none: opted_out or rate_limited. Called by the
-- accepting statement. One at a time per workspace until that statement is committed; every query in
-- here has its own snapshot (READ COMMITTED), so it sees what the one before has taken.
CREATE FUNCTION take_reply_slot(
  for_workspace uuid, for_form uuid, to_address text, at_time timestamptz,
  per_address interval, per_hour int
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('replies:' || for_workspace, 0));
  PERFORM FROM reply_opt_outs o
  WHERE o.workspace_id = for_workspace AND o.address_hash = to_address;
  IF FOUND THEN
    RETURN 'opted_out';
  END IF;
  PERFORM FROM reply_slots s
  WHERE s.workspace_id = for_workspace AND s.form_id = for_form AND s.address_hash = to_address
    AND s.taken_at > at_time - per_address;
  IF FOUND OR per_hour <= (
    SELECT count(*) FROM reply_slots s
    WHERE s.workspace_id = for_workspace AND s.taken_at > at_time - interval '1 hour'
  ) THEN
    RETURN 'rate_limited';
  END IF;
  INSERT INTO reply_slots (workspace_id, form_id, address_hash, taken_at)
  VALUES (for_workspace, for_form, to_address, at_time)
  ON CONFLICT (workspace_id, form_id, address_hash) DO UPDATE SET taken_at = EXCLUDED.taken_at;
  RETURN NULL;
END $$;
