-- The trigram index goes: it cost each accepted message more than everything else together, found
-- nothing shorter than three letters, and read all messages with a term to show the newest 25.
-- What comes in its place is filled after acceptance: docs/decisions/0016-search.md.
DROP INDEX "submissions_search_idx";

-- Lists read one index range per folder, also where all folders are listed.
DROP INDEX "submissions_workspace_id_received_at_id_idx";
CREATE INDEX submissions_form_unread_idx ON submissions (form_id, folder, received_at DESC, id DESC) WHERE NOT is_read;

-- CreateTable
CREATE TABLE "search_backlog" (
    "workspace_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "submission_id" UUID NOT NULL,

    CONSTRAINT "search_backlog_pkey" PRIMARY KEY ("workspace_id","received_at","submission_id")
);

-- CreateTable
CREATE TABLE "search_parts" (
    "id" SERIAL NOT NULL,
    "workspace_id" UUID NOT NULL,
    "newest_at" TIMESTAMPTZ(3) NOT NULL,
    "newest_id" UUID NOT NULL,
    "oldest_at" TIMESTAMPTZ(3) NOT NULL,
    "oldest_id" UUID NOT NULL,
    "size" INTEGER NOT NULL,
    "text_bytes" INTEGER NOT NULL,
    "submission_ids" BYTEA NOT NULL,
    "bucket_count" INTEGER NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_parts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_bitmaps" (
    "part_id" INTEGER NOT NULL,
    "gram" INTEGER NOT NULL,
    "bits" VARBIT NOT NULL,

    CONSTRAINT "search_bitmaps_pkey" PRIMARY KEY ("part_id","gram")
);

-- CreateTable
CREATE TABLE "search_lists" (
    "part_id" INTEGER NOT NULL,
    "bucket" INTEGER NOT NULL,
    "grams" INTEGER[],
    "ends" INTEGER[],
    "positions" BYTEA NOT NULL,

    CONSTRAINT "search_lists_pkey" PRIMARY KEY ("part_id","bucket")
);

-- CreateIndex
CREATE INDEX "search_parts_checked_at_idx" ON "search_parts"("checked_at");

-- CreateIndex
CREATE UNIQUE INDEX "search_parts_workspace_id_newest_at_newest_id_key" ON "search_parts"("workspace_id", "newest_at", "newest_id");

-- AddForeignKey
ALTER TABLE "search_parts" ADD CONSTRAINT "search_parts_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Single ids are read out of the whole, so it is not compressed; the other rows stay within their page.
ALTER TABLE search_parts ALTER COLUMN submission_ids SET STORAGE EXTERNAL;
ALTER TABLE search_lists SET (toast_tuple_target = 8160);

CREATE FUNCTION remove_search_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_bitmaps WHERE part_id = OLD.id;
  DELETE FROM search_lists WHERE part_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_parts_removed AFTER DELETE ON search_parts
  FOR EACH ROW EXECUTE FUNCTION remove_search_rows();

-- A message that is moved to another folder is read one by one until the index knows. A row that is
-- there already is written anew: an indexing under way then sees that what it read is no longer so.
CREATE OR REPLACE FUNCTION count_messages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
  INSERT INTO search_backlog (workspace_id, received_at, submission_id)
  SELECT a.workspace_id, a.received_at, a.id FROM added a JOIN removed r USING (id)
  WHERE a.folder <> r.folder ORDER BY 1, 2, 3
  ON CONFLICT (workspace_id, received_at, submission_id) DO UPDATE
  SET submission_id = EXCLUDED.submission_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_messages_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (form_id, folder, slot, total, unread)
  SELECT r.form_id, r.folder, pg_backend_pid() % 16, -count(*), -count(*) FILTER (WHERE NOT r.is_read)
  FROM removed r JOIN forms f ON f.id = r.form_id
  GROUP BY r.form_id, r.folder ORDER BY r.form_id, r.folder
  ON CONFLICT (form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread;
  DELETE FROM search_backlog b USING removed r
  WHERE b.workspace_id = r.workspace_id AND b.received_at = r.received_at AND b.submission_id = r.id;
  RETURN NULL;
END $$;

-- Between two values stood a line break, which a value and a term may hold: now U+001F, which neither
-- does (lib/core/text.ts). A folded value has as many line breaks as it had before.
ALTER TABLE submissions DISABLE TRIGGER submissions_changed;
WITH sent AS (
  SELECT s.id, count(*) AS values, array_agg(length(e.value) - length(replace(e.value, E'\n', '')) ORDER BY p.n, e.n) AS breaks
  FROM submissions s
  CROSS JOIN LATERAL json_array_elements(s.fields) WITH ORDINALITY AS p(pair, n)
  CROSS JOIN LATERAL json_array_elements_text(
    CASE json_typeof(p.pair -> 1) WHEN 'array' THEN p.pair -> 1 ELSE json_build_array(p.pair -> 1) END
  ) WITH ORDINALITY AS e(value, n)
  WHERE s.search_text LIKE E'%\n%'
  GROUP BY s.id
)
UPDATE submissions s SET search_text = (
  SELECT string_agg(array_to_string(lines[first : first + breaks], E'\n'), U&'\001F' ORDER BY n)
  FROM (
    SELECT n, breaks, (sum(breaks + 1) OVER (ORDER BY n) - breaks)::int AS first
    FROM unnest(sent.breaks) WITH ORDINALITY AS b(breaks, n)
  ) placed, string_to_array(replace(s.search_text, U&'\001F', ' '), E'\n') AS lines
)
FROM sent
WHERE sent.id = s.id AND sent.values > 1
  AND length(s.search_text) - length(replace(s.search_text, U&'\001F', '')) <> sent.values - 1;
ALTER TABLE submissions ENABLE TRIGGER submissions_changed;

INSERT INTO search_backlog (workspace_id, received_at, submission_id)
SELECT workspace_id, received_at, id FROM submissions;
