CREATE TABLE "blocked_senders" (
    "workspace_id" UUID NOT NULL,
    "entry" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "blocked_senders_pkey" PRIMARY KEY ("workspace_id","entry")
);

ALTER TABLE "blocked_senders" ADD CONSTRAINT "blocked_senders_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "forms" ADD COLUMN "blocked_words" TEXT[] NOT NULL DEFAULT '{}';

-- Not validated, which would read every row: the old check allowed a part of what the new one allows.
ALTER TABLE "submissions"
  ADD COLUMN "spam_match" TEXT,
  DROP CONSTRAINT "submissions_spam_reason_check",
  ADD CONSTRAINT "submissions_spam_reason_check"
    CHECK ("spam_reason" IN ('honeypot', 'blocked_sender', 'blocked_word', 'manual')) NOT VALID;
