-- What came after 1.0.0. Processes of 1.0.0 go on while this is applied: nothing that they use is renamed or removed.

-- People and their addresses ---------------------------------------------------------------------

ALTER TABLE users
  ADD COLUMN name text,
  -- Whether an email that was really sent confirmed the address. A captured one proves nothing.
  ADD COLUMN is_proven boolean NOT NULL DEFAULT false;
UPDATE users u SET is_proven = true
WHERE u.verified_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM captured_emails c WHERE c.kind = 'account' AND c."to" = u.email);

-- IANA names of time zones. A workspace of 1.0.0 has none until someone sets it; a user without one has the workspace's.
ALTER TABLE workspaces ADD COLUMN time_zone text;
ALTER TABLE users ADD COLUMN time_zone text;

ALTER TABLE recipients
  ADD COLUMN blocked_reason text CHECK (blocked_reason IN ('bounced', 'complained'));

-- Forms ------------------------------------------------------------------------------------------

ALTER TABLE forms
  ADD COLUMN upload_types text[] NOT NULL DEFAULT '{}' CHECK (upload_types <@ ARRAY[
    'images', 'pdf', 'documents', 'spreadsheets', 'presentations', 'text', 'archives'
  ]),
  ADD COLUMN spam_retention_days integer CHECK (spam_retention_days BETWEEN 1 AND 365);
CREATE INDEX forms_spam_retention_idx ON forms (workspace_id) WHERE spam_retention_days IS NOT NULL;

-- The fields that a form knows, and what happens to others and to values that don't fit.
CREATE TABLE form_fields (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  revision uuid NOT NULL,
  fields jsonb NOT NULL,
  other_fields text NOT NULL CHECK (other_fields IN ('accept', 'drop', 'reject')),
  on_invalid text NOT NULL CHECK (on_invalid IN ('reject', 'mark')),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

-- Texts and look of a form's pages.
CREATE TABLE form_pages (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  revision uuid NOT NULL,
  content jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

-- The logo on a form's pages.
CREATE TABLE form_logos (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  version text NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 204800),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

-- What visitors see of a workspace: a form's own page wins.
CREATE TABLE workspace_brands (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  revision uuid NOT NULL,
  name text,
  reply_name text,
  color text CHECK (color ~ '^#[0-9a-f]{6}$'),
  updated_at timestamptz(3) NOT NULL
);

-- The logo of a brand, served at `/f/{public_key}/logo` as that of a form.
CREATE TABLE workspace_logos (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  public_key text NOT NULL,
  version text NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 204800),
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX workspace_logos_public_key_key ON workspace_logos (public_key);

-- When a form is open, and what happens to its submissions.
CREATE TABLE form_options (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  revision uuid NOT NULL,
  opens_at timestamptz(3),
  closes_at timestamptz(3) CHECK (opens_at < closes_at),
  max_submissions integer CHECK (max_submissions BETWEEN 1 AND 1000000),
  closed_text text,
  keep_context boolean NOT NULL,
  attach_files boolean NOT NULL,
  -- How the form responds to scripts: with JSON, or with a line of text.
  script_answer text NOT NULL CHECK (script_answer IN ('json', 'text')),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

-- Emails to visitors ----------------------------------------------------------------------------

-- Waits for these names' locks, in one order everywhere, so that no two transactions wait for each other.
CREATE FUNCTION lock_in_order(names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(names) AS name ORDER BY key
  ) AS keys;
END $$;

-- Takes the place of take_reply_slot(), which processes of the previous release still call. Decides whether an
-- auto-reply or a confirmation email may be sent to a visitor, and counts it if so: at most `per_workspace` of a kind
-- an hour, and to one mailbox, over all forms and workspaces, `per_hour` and `per_day` of both kinds. One auto-reply
-- of a form to an address in `reply_gap`. With `per_form`, at most so many with it an hour by the form, both kinds
-- together. Returns the reason against it, or null.
CREATE FUNCTION take_visitor_slot(
  for_workspace uuid, for_form uuid, to_address text, to_mailbox text, at_time timestamptz, for_kind text,
  reply_gap interval, per_workspace int, per_hour int, per_day int, per_form int DEFAULT NULL
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  mailbox text := 'visitor-emails:' || to_mailbox;
  sender text := 'visitor-emails:' || for_kind || ':' || for_workspace;
  of_form text := 'visitor-emails:form:' || for_form;
BEGIN
  PERFORM lock_in_order(ARRAY['replies:' || for_workspace, mailbox]);
  PERFORM FROM reply_opt_outs o
  WHERE o.workspace_id = for_workspace AND o.address_hash = to_address;
  IF FOUND THEN
    RETURN 'opted_out';
  END IF;
  PERFORM FROM reply_slots s
  WHERE s.workspace_id = for_workspace AND s.form_id = for_form AND s.address_hash = to_address
    AND for_kind = 'reply' AND s.taken_at > at_time - reply_gap;
  IF FOUND OR per_workspace <= (
    SELECT count(*) FROM counted_events e WHERE e.bucket = sender AND e.at > at_time - interval '1 hour'
  ) OR EXISTS (
    SELECT FROM counted_events e WHERE e.bucket = mailbox AND e.at > at_time - interval '1 day'
    HAVING count(*) >= per_day OR count(*) FILTER (WHERE e.at > at_time - interval '1 hour') >= per_hour
  ) THEN
    RETURN 'rate_limited';
  END IF;
  IF per_form <= (
    SELECT count(*) FROM counted_events e WHERE e.bucket = of_form AND e.at > at_time - interval '1 hour'
  ) THEN
    RETURN 'looks_automatic';
  END IF;
  IF for_kind = 'reply' THEN
    INSERT INTO reply_slots (workspace_id, form_id, address_hash, taken_at)
    VALUES (for_workspace, for_form, to_address, at_time)
    ON CONFLICT (workspace_id, form_id, address_hash) DO UPDATE SET taken_at = EXCLUDED.taken_at;
  END IF;
  INSERT INTO counted_events (id, bucket, at)
  SELECT gen_random_uuid(), bucket, at_time FROM unnest(ARRAY[mailbox, sender, of_form]) AS bucket
  WHERE bucket <> of_form OR per_form IS NOT NULL;
  RETURN NULL;
END $$;

-- What an auto-reply repeats of the visitor's message.
ALTER TABLE autoresponders ADD COLUMN include_answers text NOT NULL DEFAULT 'none'
  CHECK (include_answers IN ('none', 'choices', 'all'));

-- Webhooks, which include destinations now -------------------------------------------------------

ALTER TABLE webhooks
  ADD COLUMN is_form_webhook boolean NOT NULL DEFAULT true,
  ADD COLUMN kind text NOT NULL DEFAULT 'webhook' CHECK (
    kind IN ('webhook', 'slack', 'discord', 'teams', 'telegram', 'sheets')
  ),
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN sealed_url bytea,
  ADD COLUMN events text[] NOT NULL DEFAULT ARRAY['submission.created']::text[],
  ADD COLUMN conditions jsonb,
  ADD COLUMN content text NOT NULL DEFAULT 'full' CHECK (content IN ('full', 'link')),
  ADD COLUMN source text,
  ADD COLUMN sealed_old_secret bytea,
  ADD COLUMN old_secret_until timestamptz(3),
  -- The headers that an endpoint gets besides ours: their names with masked values, and sealed with the values.
  ADD COLUMN headers jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN sealed_headers bytea,
  ADD CHECK ((headers = '[]') = (sealed_headers IS NULL)),
  -- The URLs of other services are secrets. Deleted rows have neither URL nor secret.
  ADD CHECK (deleted_at IS NOT NULL OR (kind = 'webhook') = (sealed_url IS NULL)),
  ADD CHECK (kind = 'webhook' OR (NOT is_form_webhook AND sealed_secret IS NULL AND sealed_headers IS NULL)),
  DROP CONSTRAINT webhooks_health_check,
  ADD CONSTRAINT webhooks_health_check CHECK (health IN ('unknown', 'healthy', 'failing', 'suspended'));
-- A form has one signed webhook. Deleted ones wait for maintenance.
DROP INDEX webhooks_current_idx;
CREATE UNIQUE INDEX webhooks_current_idx ON webhooks (workspace_id, form_id)
  WHERE deleted_at IS NULL AND is_form_webhook;

-- Submissions ------------------------------------------------------------------------------------

ALTER TABLE submissions
  ADD COLUMN invalid_fields jsonb,
  -- Where it was written: page, title, referrer's host, and campaign.
  ADD COLUMN context jsonb,
  ADD COLUMN spam_at timestamptz(3),
  ADD COLUMN confirmation_key text,
  ADD COLUMN confirmation_requested_at timestamptz(3),
  ADD COLUMN confirmed_at timestamptz(3),
  ADD COLUMN confirmed_from text,
  -- What the form doctor tells about how a submission was sent: the encoding that had to be guessed, and
  -- enctype="text/plain".
  ADD COLUMN guessed_charset text,
  ADD COLUMN is_text_form boolean NOT NULL DEFAULT false,
  -- When the link in a notification moved the message to spam: it does so once.
  ADD COLUMN spam_link_used_at timestamptz(3),
  -- What speaks for spam in its content, as judged on arrival, with what the judge remembers of it; null if it wasn't
  -- judged. Its points; and whether it's marked as suspected, until someone decides.
  ADD COLUMN judgment jsonb,
  ADD COLUMN spam_points smallint NOT NULL DEFAULT 0,
  ADD COLUMN is_suspected boolean NOT NULL DEFAULT false,
  -- What people's actions say about it, and as what the workspace's words have learned it.
  ADD COLUMN spam_label text CHECK (spam_label IN ('spam', 'not_spam', 'kept')),
  ADD COLUMN learned_label text CHECK (learned_label IN ('spam', 'not_spam', 'kept')),
  DROP CONSTRAINT submissions_spam_reason_check,
  ADD CONSTRAINT submissions_spam_reason_check
    CHECK (spam_reason IN ('honeypot', 'blocked_sender', 'blocked_word', 'content', 'manual')),
  DROP CONSTRAINT submissions_folder_check,
  ADD CONSTRAINT submissions_folder_check CHECK (folder IN ('inbox', 'archive', 'spam', 'waiting'));
-- What a visitor's link confirms.
CREATE INDEX submissions_unconfirmed_idx ON submissions (workspace_id, form_id, confirmation_key)
  WHERE confirmation_key IS NOT NULL AND confirmed_at IS NULL;
-- What the spam filter's figures count, and what its list shows.
CREATE INDEX submissions_judged_idx ON submissions (workspace_id, received_at DESC, id DESC)
  WHERE spam_points > 0 OR spam_label IS NOT NULL;
CREATE INDEX submissions_suspected_idx ON submissions (workspace_id, folder, received_at DESC, id DESC)
  WHERE is_suspected;
-- Senders whose messages someone moved out of spam, or who confirmed one: they aren't judged again.
CREATE INDEX submissions_known_sender_idx ON submissions (workspace_id, lower(email))
  WHERE spam_label = 'not_spam' OR confirmed_at IS NOT NULL;
-- What isn't learned yet.
CREATE INDEX submissions_unlearned_idx ON submissions (workspace_id) WHERE spam_label IS DISTINCT FROM learned_label;
-- Search goes month by month. On a large database, operators build these two concurrently before the update.
CREATE INDEX IF NOT EXISTS submissions_search_month_idx ON submissions
  USING gin (workspace_id, date_trunc('month', received_at AT TIME ZONE 'UTC'), search_text gin_trgm_ops)
  WHERE search_indexed;
DROP INDEX submissions_search_idx;
ALTER INDEX submissions_search_month_idx RENAME TO submissions_search_idx;
CREATE INDEX IF NOT EXISTS submissions_unindexed_month_idx ON submissions (workspace_id, received_at)
  WHERE NOT search_indexed;
DROP INDEX submissions_unindexed_idx;
ALTER INDEX submissions_unindexed_month_idx RENAME TO submissions_unindexed_idx;

ALTER TABLE message_counts
  DROP CONSTRAINT message_counts_folder_check,
  ADD CONSTRAINT message_counts_folder_check CHECK (folder IN ('inbox', 'archive', 'spam', 'waiting'));

-- What a provider reports about an email later ---------------------------------------------------

ALTER TABLE deliveries
  ADD COLUMN provider_email_id text,
  ADD COLUMN provider_status text CHECK (provider_status IN ('delivered', 'delayed', 'bounced', 'complained')),
  ADD COLUMN provider_reported_at timestamptz(3);
-- What the provider reports about an email has the provider's ID alone.
CREATE INDEX deliveries_provider_email_idx ON deliveries (provider_email_id)
  WHERE provider_email_id IS NOT NULL;

-- Claims due deliveries of a channel, up to `wanted`, until `lease_end`. Waits for other claims of the channel first, and
-- sees what they claimed: as statements of a function, unlike those of one query, each see what is committed when it
-- starts. That makes the limits of deliveries in flight exact.
--
-- Visits the concurrency keys of all workspaces in order, from the given one on, at most 400 of them, with a few index
-- probes each, and claims what is due where there is room: first one delivery per workspace, then a second one. Within
-- a workspace, keys with the fewest deliveries in flight go first, in random order among equals, so that no key waits
-- behind another's backlog. A workspace without room costs a single step, however many keys it has. ORDER BY with LIMIT
-- keeps every probe on its index, whatever the statistics are; OFFSET 0 keeps `seen` and `own` from being computed
-- twice. A process of version 1.0.0 would free the deliveries that `claimed_by` names.
CREATE FUNCTION claim_due(
  of_channel text, at_time timestamptz, after_workspace uuid, after_key uuid, wanted int, token uuid,
  lease_end timestamptz, per_key int, per_workspace int
) RETURNS TABLE (cursor text, is_end boolean, id uuid, workspace_id uuid, due_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('claim-due:' || of_channel, 0));
  RETURN QUERY
  WITH RECURSIVE turn AS (
    SELECT after_workspace AS workspace_id, after_key AS concurrency_key, 1 AS spare, 0 AS held, 0 AS room,
      0 AS taken, 0 AS step, 0 AS found
    UNION ALL
    SELECT next.workspace_id, next.concurrency_key, seen.spare, own.held, own.room,
      seen.taken + least(own.room, 1), t.step + 1,
      t.found + least(own.room, 1, greatest(0, seen.spare - seen.taken))
    FROM turn t
    CROSS JOIN LATERAL (
      SELECT d.workspace_id, d.concurrency_key FROM deliveries d
      WHERE d.channel = of_channel AND d.due_at IS NOT NULL AND (d.workspace_id, d.concurrency_key) >
        (t.workspace_id, CASE WHEN t.spare > 0 THEN t.concurrency_key ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid END)
      ORDER BY d.workspace_id, d.concurrency_key LIMIT 1
    ) next
    CROSS JOIN LATERAL (
      SELECT
        CASE WHEN t.step > 0 AND next.workspace_id = t.workspace_id THEN t.spare
        ELSE greatest(0, per_workspace - (
          SELECT count(*) FROM deliveries d
          WHERE d.workspace_id = next.workspace_id AND d.channel = of_channel
            AND d.claim_token IS NOT NULL AND d.due_at > at_time
        ))::int END AS spare,
        CASE WHEN next.workspace_id = t.workspace_id THEN t.taken ELSE 0 END AS taken
      OFFSET 0
    ) seen
    CROSS JOIN LATERAL (
      SELECT held, CASE WHEN seen.spare > 0 AND held < per_key AND at_time >= (
        SELECT d.due_at FROM deliveries d
        WHERE d.channel = of_channel AND d.workspace_id = next.workspace_id
          AND d.concurrency_key = next.concurrency_key AND d.due_at IS NOT NULL
        ORDER BY d.due_at LIMIT 1
      ) THEN least(seen.spare, per_key - held) ELSE 0 END AS room
      FROM (
        SELECT count(*)::int AS held FROM deliveries d
        WHERE d.workspace_id = next.workspace_id AND d.channel = of_channel AND d.concurrency_key = next.concurrency_key
          AND d.claim_token IS NOT NULL AND d.due_at > at_time
      ) in_key
      OFFSET 0
    ) own
    WHERE t.found < wanted AND t.step < 400
  ), last AS (
    SELECT workspace_id || ' ' || concurrency_key AS cursor, found < wanted AND step < 400 AS is_end
    FROM turn ORDER BY step DESC LIMIT 1
  ), due AS MATERIALIZED (
    SELECT l.id, l.due_at, t.workspace_id, t.concurrency_key, t.spare, t.step,
      t.held + row_number() OVER (PARTITION BY t.workspace_id, t.concurrency_key ORDER BY l.due_at, l.id) AS nth
    FROM turn t CROSS JOIN LATERAL (
      SELECT d.id, d.due_at FROM deliveries d
      WHERE d.channel = of_channel AND d.workspace_id = t.workspace_id AND d.concurrency_key = t.concurrency_key AND d.due_at <= at_time
      ORDER BY d.due_at LIMIT t.room FOR UPDATE SKIP LOCKED
    ) l WHERE t.room > 0
  ), ranked AS (
    SELECT id, workspace_id, due_at, spare, step, row_number() OVER (
      PARTITION BY workspace_id ORDER BY nth, md5(concurrency_key::text || token), due_at, id
    ) AS round
    FROM due
  ), selected AS (
    SELECT id, workspace_id, due_at FROM ranked WHERE round <= spare ORDER BY round, step LIMIT wanted
  ), claimed AS (
    UPDATE deliveries d SET due_at = lease_end, claim_token = token, claimed_by = NULL
    FROM selected c WHERE d.workspace_id = c.workspace_id AND d.id = c.id
    RETURNING d.id, d.workspace_id, c.due_at
  )
  SELECT last.cursor, last.is_end, claimed.id, claimed.workspace_id, claimed.due_at
  FROM last LEFT JOIN claimed ON true;
END $$;

-- Name, type, and size of the files that a captured email has attached.
ALTER TABLE captured_emails ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';

-- Since when the email provider has refused this service itself, and its last reason.
ALTER TABLE send_paces ADD COLUMN refused_since timestamptz(3), ADD COLUMN refusal text;

-- The retention of spam counts from the move to spam, a time that 1.0.0 didn't keep. Counted from now, nothing goes
-- too early.
UPDATE submissions SET spam_at = now() WHERE folder = 'spam' AND spam_reason = 'manual';

-- The spam filter -------------------------------------------------------------------------------

-- How a form's messages are judged by their content, and whether its pages ask for our own challenge.
CREATE TABLE spam_filters (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  revision uuid NOT NULL,
  filter text NOT NULL CHECK (filter IN ('off', 'watch', 'move')),
  challenge boolean NOT NULL,
  -- When a visitor first passed the challenge since it was turned on.
  challenge_verified_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

-- Senders whose messages aren't judged, on all forms of the workspace.
CREATE TABLE safe_senders (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  entry text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, entry)
);

-- Challenges that were used, so that each works once on all nodes. Kept until they'd have expired.
CREATE TABLE used_challenges (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  digest bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id, digest),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX used_challenges_expires_at_idx ON used_challenges (expires_at);

-- The member wants an email each week about what is in spam, and when the last one was queued.
ALTER TABLE memberships
  ADD COLUMN wants_spam_summary boolean NOT NULL DEFAULT false,
  ADD COLUMN spam_summary_at timestamptz(3);

-- What a workspace has learned from people's actions: of how many messages of both kinds.
CREATE TABLE spam_models (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  spam integer NOT NULL,
  good integer NOT NULL,
  learned_at timestamptz(3) NOT NULL
);

-- The words of these messages, each with how many of both kinds had it. A word is kept as a hash, with hashes of its
-- senders, until three of them have used it: what one person wrote can't be read here.
CREATE TABLE spam_words (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  hash bytea NOT NULL,
  word text,
  senders bytea[] NOT NULL,
  spam integer NOT NULL,
  good integer NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, hash),
  CHECK ((word IS NULL) = (cardinality(senders) > 0))
);

-- Saved replies ---------------------------------------------------------------------------------

-- Texts that members use again when they reply to messages.
CREATE TABLE saved_replies (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  -- The name without its case, by which it's unique.
  name_key text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name_key)
);

-- Who is notified when ---------------------------------------------------------------------------

-- When a member is notified of a form's messages, if it isn't as the form says: by a digest, or not at all.
CREATE TABLE notification_choices (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- immediately: again as the form says. There may be a last digest to come.
  frequency text NOT NULL CHECK (frequency IN ('immediately', 'hourly', 'daily', 'never')),
  -- Of the member's own day.
  hour integer CHECK (hour BETWEEN 0 AND 23),
  -- What came from then on is in no digest yet.
  since timestamptz(3) NOT NULL,
  -- When the next digest is due.
  next_at timestamptz(3),
  chosen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, form_id, user_id),
  CHECK ((frequency = 'daily') = (hour IS NOT NULL)),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX notification_choices_workspace_id_user_id_idx ON notification_choices (workspace_id, user_id);
CREATE INDEX notification_choices_due_idx ON notification_choices (next_at) WHERE next_at IS NOT NULL;
-- The digests that the deliveries page lists.
CREATE INDEX deliveries_digest_idx ON deliveries (workspace_id, created_at DESC, id DESC) WHERE kind = 'digest';

-- From when on a message counts as new for digests, if that's later than its arrival: it was held, or caught as spam and
-- moved out of it. One that a person moved to spam and back isn't new.
ALTER TABLE submissions ADD COLUMN new_from timestamptz(3);
CREATE INDEX submissions_new_from_idx ON submissions (workspace_id, form_id, new_from) WHERE new_from IS NOT NULL;
CREATE FUNCTION stamp_new_from() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_from := stamp_submission();
  RETURN NEW;
END $$;
CREATE TRIGGER submissions_new_from BEFORE UPDATE ON submissions
  FOR EACH ROW WHEN (
    OLD.held_reason IS NOT NULL AND NEW.held_reason IS NULL
    OR OLD.folder = 'spam' AND OLD.spam_at IS NULL AND NEW.folder IN ('inbox', 'archive')
  ) EXECUTE FUNCTION stamp_new_from();

-- What the form doctor found --------------------------------------------------------------------

-- Working through messages together --------------------------------------------------------------

-- Who answered a message, whose it is, and when a person last changed something about it, which other tabs ask for.
ALTER TABLE submissions
  ADD COLUMN answered_at timestamptz(3),
  ADD COLUMN answered_by uuid,
  ADD COLUMN assignee_id uuid,
  ADD COLUMN changed_at timestamptz(3);
CREATE INDEX submissions_assignee_idx ON submissions (workspace_id, assignee_id, folder, received_at DESC, id DESC)
  WHERE assignee_id IS NOT NULL;
CREATE INDEX submissions_answered_idx ON submissions (workspace_id, folder, received_at DESC, id DESC)
  WHERE answered_at IS NOT NULL;
-- What's left to answer and to assign. Only of what was read, so that a message that arrives isn't in them.
CREATE INDEX submissions_unanswered_idx ON submissions (workspace_id, folder, received_at DESC, id DESC)
  WHERE is_read AND answered_at IS NULL;
CREATE INDEX submissions_unassigned_idx ON submissions (workspace_id, folder, received_at DESC, id DESC)
  WHERE is_read AND assignee_id IS NULL;
CREATE INDEX submissions_changed_idx ON submissions (workspace_id, changed_at) WHERE changed_at IS NOT NULL;

-- What colleagues say about a message. Its author is a member, or a token by its name.
CREATE TABLE notes (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  submission_id uuid NOT NULL,
  text text NOT NULL,
  author_id uuid,
  token_name text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, submission_id) REFERENCES submissions (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX notes_workspace_id_submission_id_created_at_id_idx ON notes (workspace_id, submission_id, created_at, id);

-- Whether a message has notes, so that lists can filter by it. Those without are indexed once they're read, as above.
ALTER TABLE submissions ADD COLUMN has_notes boolean NOT NULL DEFAULT false;
CREATE INDEX submissions_noted_idx ON submissions (workspace_id, folder, received_at DESC, id DESC) WHERE has_notes;
CREATE INDEX submissions_unnoted_idx ON submissions (workspace_id, folder, received_at DESC, id DESC)
  WHERE is_read AND NOT has_notes;

-- Replies to visitors. Each has a delivery with the same ID, which says what became of it.
CREATE TABLE replies (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  submission_id uuid NOT NULL,
  text text NOT NULL,
  -- Where the visitor's answer goes.
  reply_to text NOT NULL,
  author_id uuid,
  token_name text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, submission_id) REFERENCES submissions (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX replies_workspace_id_submission_id_created_at_id_idx ON replies (workspace_id, submission_id, created_at, id);
CREATE INDEX replies_workspace_id_created_at_idx ON replies (workspace_id, created_at);

-- Who is writing a reply at the moment, so that two don't answer the same message.
CREATE TABLE composers (
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, user_id, submission_id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (workspace_id, submission_id) REFERENCES submissions (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX composers_workspace_id_submission_id_idx ON composers (workspace_id, submission_id);

-- What the form doctor last found about a form: the parts of the form with errors, and those with warnings. In a table
-- of its own, because every change of a form makes intake read it again.
CREATE TABLE form_checks (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  is_outdated boolean NOT NULL DEFAULT false,
  errors text[] NOT NULL,
  warnings text[] NOT NULL,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);

-- Whatever breaks or repairs a form outdates its check; something about a recipient outdates all of the workspace.
-- The first change after a check writes, the others find nothing to do. It waits for no one: a check that is being
-- stored at this moment stays as it is, and ends by its age.
CREATE FUNCTION outdate_form_checks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_form uuid := CASE TG_ARGV[0]
    WHEN 'form' THEN (to_jsonb(NEW) ->> 'id')::uuid
    WHEN 'part' THEN (to_jsonb(NEW) ->> 'form_id')::uuid
    WHEN 'delivery' THEN (
      SELECT s.form_id FROM submissions s
      WHERE s.workspace_id = NEW.workspace_id AND s.id = (to_jsonb(NEW) ->> 'submission_id')::uuid
    ) END;
BEGIN
  IF of_form IS NULL AND TG_ARGV[0] <> 'workspace' THEN
    RETURN NULL;
  END IF;
  UPDATE form_checks c SET is_outdated = true
  FROM (
    SELECT workspace_id, form_id FROM form_checks
    WHERE workspace_id = NEW.workspace_id AND (of_form IS NULL OR form_id = of_form) AND NOT is_outdated
    ORDER BY form_id FOR NO KEY UPDATE SKIP LOCKED
  ) o
  WHERE c.workspace_id = o.workspace_id AND c.form_id = o.form_id;
  RETURN NULL;
END $$;
-- Saving anything of a form changes its row too.
CREATE TRIGGER form_checks_form AFTER UPDATE ON forms
  FOR EACH ROW EXECUTE FUNCTION outdate_form_checks('form');
CREATE TRIGGER form_checks_rejection AFTER INSERT OR UPDATE ON rejected_submissions
  FOR EACH ROW WHEN (NOT starts_with(NEW.code, 'challenge_')) EXECUTE FUNCTION outdate_form_checks('part');
CREATE TRIGGER form_checks_endpoint AFTER UPDATE ON webhooks
  FOR EACH ROW WHEN (
    OLD.health IS DISTINCT FROM NEW.health OR (OLD.failures_in_row = 0) IS DISTINCT FROM (NEW.failures_in_row = 0)
  ) EXECUTE FUNCTION outdate_form_checks('part');
CREATE TRIGGER form_checks_widget AFTER UPDATE ON turnstile_widgets
  FOR EACH ROW WHEN (OLD.verified_at IS DISTINCT FROM NEW.verified_at) EXECUTE FUNCTION outdate_form_checks('part');
CREATE TRIGGER form_checks_challenge AFTER UPDATE ON spam_filters
  FOR EACH ROW WHEN (OLD.challenge_verified_at IS DISTINCT FROM NEW.challenge_verified_at)
  EXECUTE FUNCTION outdate_form_checks('part');
CREATE TRIGGER form_checks_recipient AFTER UPDATE ON recipients
  FOR EACH ROW WHEN (
    OLD.blocked_reason IS DISTINCT FROM NEW.blocked_reason OR OLD.verified_at IS DISTINCT FROM NEW.verified_at
  ) EXECUTE FUNCTION outdate_form_checks('workspace');
-- Only a delivery that ends badly, or no longer does: that of an ordinary message costs nothing.
CREATE TRIGGER form_checks_delivery AFTER UPDATE ON deliveries
  FOR EACH ROW WHEN (
    OLD.status IS DISTINCT FROM NEW.status
    AND (OLD.status IN ('failed', 'uncertain') OR NEW.status IN ('failed', 'uncertain'))
  ) EXECUTE FUNCTION outdate_form_checks('delivery');

-- Imports ----------------------------------------------------------------------------------------

-- An import of messages from a file. A job works it off in batches; the counts tell how far it is.
CREATE TABLE imports (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  form_id uuid NOT NULL,
  filename text NOT NULL,
  size_bytes bigint NOT NULL,
  status text NOT NULL CHECK (status IN (
    'uploading', 'checking', 'ready', 'importing', 'completed', 'canceled', 'failed', 'undoing', 'undone'
  )),
  settings jsonb,
  rows integer NOT NULL DEFAULT 0,
  total_rows integer,
  imported integer NOT NULL DEFAULT 0,
  spam integer NOT NULL DEFAULT 0,
  duplicates integer NOT NULL DEFAULT 0,
  expired integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  undone integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  problem_count integer NOT NULL DEFAULT 0,
  problems jsonb NOT NULL DEFAULT '[]',
  failure text,
  failures smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  lease_id uuid,
  lease_until timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX imports_workspace_id_created_at_id_idx ON imports (workspace_id, created_at DESC, id DESC);
CREATE INDEX imports_workspace_id_form_id_idx ON imports (workspace_id, form_id);
-- What the job looks for every second, and of which a workspace has one at a time.
CREATE UNIQUE INDEX imports_running_idx ON imports (workspace_id)
  WHERE status IN ('checking', 'importing', 'undoing');
-- What maintenance looks for: files that no one imports, and old records.
CREATE INDEX imports_updated_at_idx ON imports (updated_at);

-- The file of an import as it was uploaded, until the import has ended.
CREATE TABLE import_parts (
  workspace_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  object_id uuid NOT NULL,
  size_bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, import_id, number),
  FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (workspace_id, object_id) REFERENCES objects (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX import_parts_workspace_id_object_id_idx ON import_parts (workspace_id, object_id);

-- However a part is deleted, with its import, its form, or alone: maintenance removes its bytes.
CREATE FUNCTION remove_import_objects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE objects o SET status = 'deleting' FROM removed r
  WHERE o.workspace_id = r.workspace_id AND o.id = r.object_id AND o.status <> 'deleting';
  RETURN NULL;
END $$;
CREATE TRIGGER import_parts_removed AFTER DELETE ON import_parts
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_import_objects();

ALTER TABLE submissions
  -- The import it came from, without a foreign key: the messages outlive its record.
  ADD COLUMN import_id uuid,
  -- What makes it the same message in another file or run: it's imported once.
  ADD COLUMN import_key bytea;
CREATE UNIQUE INDEX submissions_import_key_idx ON submissions (workspace_id, form_id, import_key)
  WHERE import_key IS NOT NULL;
CREATE INDEX submissions_import_idx ON submissions (workspace_id, import_id) WHERE import_id IS NOT NULL;

-- How someone signed in. A session by the provider of a workspace opens that workspace only.
ALTER TABLE sessions ADD COLUMN method text
  CONSTRAINT sessions_method_check CHECK (method IN ('password', 'passkey', 'provider', 'workspace_provider'));

-- Sign-in by OpenID Connect: the provider of a workspace, and whom providers know.
CREATE TABLE sign_in_providers (
  workspace_id uuid NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  revision uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_secret bytea NOT NULL,
  is_required boolean NOT NULL,
  admits_new boolean NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX sign_in_providers_code_key ON sign_in_providers (code);

CREATE TABLE workspace_identities (
  workspace_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  email text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, issuer, subject),
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX workspace_identities_workspace_id_user_id_key ON workspace_identities (workspace_id, user_id);

CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX user_identities_user_id_issuer_key ON user_identities (user_id, issuer);

-- What makes a token a connected app's (OAuth 2.1): it has no secret that lasts, and its hash is that of its authorization code.
CREATE TABLE grants (
  workspace_id uuid NOT NULL,
  token_id uuid NOT NULL,
  client_id text NOT NULL,
  redirect_uri text NOT NULL,
  challenge text NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  PRIMARY KEY (workspace_id, token_id),
  FOREIGN KEY (workspace_id, token_id) REFERENCES tokens (workspace_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX grants_ends_at_idx ON grants (ends_at);

-- Access and refresh tokens of connected apps. Replaced ones are kept to notice when they're used again.
CREATE TABLE grant_secrets (
  hash bytea NOT NULL,
  workspace_id uuid NOT NULL,
  token_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  replaced_at timestamptz(3),
  PRIMARY KEY (workspace_id, token_id, id),
  FOREIGN KEY (workspace_id, token_id) REFERENCES grants (workspace_id, token_id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX grant_secrets_hash_key ON grant_secrets (hash);
CREATE INDEX grant_secrets_expires_at_idx ON grant_secrets (expires_at);

-- Clients that registered themselves (RFC 7591). They belong to no workspace and have no secret.
CREATE TABLE oauth_clients (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[],
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_clients_expires_at_idx ON oauth_clients (expires_at);
