-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "user_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "counted_events" (
    "id" UUID NOT NULL,
    "bucket" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "counted_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tokens" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "recipients" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "verification_sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "recipients_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "recipient_verifications" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recipient_verifications_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "forms" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "forms_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "form_recipients" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "form_recipients_pkey" PRIMARY KEY ("workspace_id","form_id","recipient_id")
);

-- CreateTable
CREATE TABLE "rejected_submissions" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rejected_submissions_pkey" PRIMARY KEY ("workspace_id","form_id","minute","code","origin")
);

-- CreateTable
CREATE TABLE "turnstile_widgets" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "revision" UUID NOT NULL,
    "site_key" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "hostnames" TEXT[],
    "enabled" BOOLEAN NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "turnstile_widgets_pkey" PRIMARY KEY ("workspace_id","form_id")
);

-- CreateTable
CREATE TABLE "routings" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "revision" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "rules" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "routings_pkey" PRIMARY KEY ("workspace_id","form_id")
);

-- CreateTable
CREATE TABLE "autoresponders" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "revision" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "reply_recipient_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "autoresponders_pkey" PRIMARY KEY ("workspace_id","form_id")
);

-- CreateTable
CREATE TABLE "reply_slots" (
    "form_id" UUID NOT NULL,
    "address_hash" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_slots_pkey" PRIMARY KEY ("workspace_id","form_id","address_hash")
);

-- CreateTable
CREATE TABLE "reply_opt_outs" (
    "workspace_id" UUID NOT NULL,
    "address_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_opt_outs_pkey" PRIMARY KEY ("workspace_id","address_hash")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "revision" UUID NOT NULL,
    "sealed_secret" BYTEA,
    "health" TEXT NOT NULL,
    "exhausted_in_row" INTEGER NOT NULL DEFAULT 0,
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "submissions" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "folder" TEXT NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "fields" JSON NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "preview" TEXT NOT NULL,
    "search_text" TEXT NOT NULL,
    "spam_reason" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "attachment_count" INTEGER NOT NULL DEFAULT 0,
    "text_bytes" INTEGER NOT NULL DEFAULT 0,
    "plan" JSONB NOT NULL,
    "visitor_reply_status" TEXT NOT NULL,
    "visitor_reply_reason" TEXT,

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("workspace_id","id")
);

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

    CONSTRAINT "search_parts_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "search_bitmaps" (
    "workspace_id" UUID NOT NULL,
    "part_id" INTEGER NOT NULL,
    "gram" INTEGER NOT NULL,
    "bits" VARBIT NOT NULL,

    CONSTRAINT "search_bitmaps_pkey" PRIMARY KEY ("workspace_id","part_id","gram")
);

-- CreateTable
CREATE TABLE "search_lists" (
    "workspace_id" UUID NOT NULL,
    "part_id" INTEGER NOT NULL,
    "bucket" INTEGER NOT NULL,
    "grams" INTEGER[],
    "ends" INTEGER[],
    "positions" BYTEA NOT NULL,

    CONSTRAINT "search_lists_pkey" PRIMARY KEY ("workspace_id","part_id","bucket")
);

-- CreateTable
CREATE TABLE "objects" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "objects_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "data_requests" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "address_hash" TEXT,
    "user_id" UUID,
    "counts" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_requests_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "attachments" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "object_id" UUID,
    "position" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "submission_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id","form_id","key")
);

-- CreateTable
CREATE TABLE "usage_slots" (
    "workspace_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "slot" SMALLINT NOT NULL,
    "accepted" INTEGER NOT NULL,
    "spam" INTEGER NOT NULL,

    CONSTRAINT "usage_slots_pkey" PRIMARY KEY ("workspace_id","day","slot")
);

-- CreateTable
CREATE TABLE "message_counts" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "folder" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "total" INTEGER NOT NULL,
    "unread" INTEGER NOT NULL,
    "text_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "message_counts_pkey" PRIMARY KEY ("workspace_id","form_id","folder","slot")
);

-- CreateTable
CREATE TABLE "storage_slots" (
    "workspace_id" UUID NOT NULL,
    "slot" SMALLINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "storage_slots_pkey" PRIMARY KEY ("workspace_id","slot")
);

-- CreateTable
CREATE TABLE "allowance_notices" (
    "workspace_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "percent" SMALLINT NOT NULL,
    "allowance" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "allowance_notices_pkey" PRIMARY KEY ("workspace_id","month","percent","allowance")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "submission_id" UUID,
    "status" TEXT NOT NULL,
    "failure_reason" TEXT,
    "recipient_id" UUID,
    "email" TEXT,
    "webhook_id" UUID,
    "revision" UUID,
    "body" TEXT,
    "sealed_data" BYTEA,
    "sealed_payload" BYTEA,
    "dedupe_key" UUID NOT NULL,
    "series_trigger" TEXT NOT NULL DEFAULT 'automatic',
    "series_started_at" TIMESTAMPTZ(3),
    "series_attempts" INTEGER NOT NULL DEFAULT 0,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "concurrency_key" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "claim_token" UUID,
    "claimed_by" UUID,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "attempts" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "outcome" TEXT NOT NULL,
    "error" TEXT,
    "duration_ms" INTEGER,
    "response_status" INTEGER,
    "response_body" TEXT,
    "response_truncated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("workspace_id","delivery_id","number")
);

-- CreateTable
CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "send_paces" (
    "kind" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "send_paces_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "captured_emails" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "series_key" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "from" TEXT NOT NULL,
    "reply_to" TEXT,
    "subject" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "captured_emails_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE INDEX "workspaces_deleted_at_idx" ON "workspaces"("deleted_at");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_workspace_id_idx" ON "sessions"("workspace_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_changes_token_hash_key" ON "email_changes"("token_hash");

-- CreateIndex
CREATE INDEX "email_changes_user_id_idx" ON "email_changes"("user_id");

-- CreateIndex
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

-- CreateIndex
CREATE INDEX "counted_events_bucket_at_idx" ON "counted_events"("bucket", "at");

-- CreateIndex
CREATE INDEX "counted_events_at_idx" ON "counted_events"("at");

-- CreateIndex
CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");

-- CreateIndex
CREATE INDEX "tokens_workspace_id_created_at_id_idx" ON "tokens"("workspace_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "recipients_workspace_id_created_at_id_idx" ON "recipients"("workspace_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "recipients_workspace_id_email_key_key" ON "recipients"("workspace_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "recipient_verifications_token_hash_key" ON "recipient_verifications"("token_hash");

-- CreateIndex
CREATE INDEX "recipient_verifications_workspace_id_recipient_id_idx" ON "recipient_verifications"("workspace_id", "recipient_id");

-- CreateIndex
CREATE INDEX "recipient_verifications_expires_at_idx" ON "recipient_verifications"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "forms_public_key_key" ON "forms"("public_key");

-- CreateIndex
CREATE INDEX "forms_workspace_id_created_at_id_idx" ON "forms"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "forms_deleted_at_idx" ON "forms"("deleted_at");

-- CreateIndex
CREATE INDEX "form_recipients_workspace_id_recipient_id_idx" ON "form_recipients"("workspace_id", "recipient_id");

-- CreateIndex
CREATE INDEX "rejected_submissions_minute_idx" ON "rejected_submissions"("minute");

-- CreateIndex
CREATE INDEX "autoresponders_workspace_id_reply_recipient_id_idx" ON "autoresponders"("workspace_id", "reply_recipient_id");

-- CreateIndex
CREATE INDEX "reply_slots_workspace_id_taken_at_idx" ON "reply_slots"("workspace_id", "taken_at");

-- CreateIndex
CREATE INDEX "reply_slots_taken_at_idx" ON "reply_slots"("taken_at");

-- CreateIndex
CREATE INDEX "webhooks_workspace_id_form_id_idx" ON "webhooks"("workspace_id", "form_id");

-- CreateIndex
CREATE INDEX "webhooks_deleted_at_idx" ON "webhooks"("deleted_at");

-- CreateIndex
CREATE INDEX "submissions_workspace_id_folder_received_at_id_idx" ON "submissions"("workspace_id", "folder", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "submissions_workspace_id_form_id_folder_received_at_id_idx" ON "submissions"("workspace_id", "form_id", "folder", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "search_parts_checked_at_idx" ON "search_parts"("checked_at");

-- CreateIndex
CREATE UNIQUE INDEX "search_parts_workspace_id_newest_at_newest_id_key" ON "search_parts"("workspace_id", "newest_at", "newest_id");

-- CreateIndex
CREATE INDEX "data_requests_workspace_id_started_at_id_idx" ON "data_requests"("workspace_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "attachments_workspace_id_submission_id_position_idx" ON "attachments"("workspace_id", "submission_id", "position");

-- CreateIndex
CREATE INDEX "attachments_workspace_id_object_id_idx" ON "attachments"("workspace_id", "object_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "captured_emails_workspace_id_created_at_id_idx" ON "captured_emails"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "captured_emails_created_at_idx" ON "captured_emails"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "captured_emails_workspace_id_series_key_key" ON "captured_emails"("workspace_id", "series_key");

-- CreateIndex
CREATE INDEX "workers_seen_at_idx" ON "workers"("seen_at");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recipient_verifications" ADD CONSTRAINT "recipient_verifications_workspace_id_recipient_id_fkey" FOREIGN KEY ("workspace_id", "recipient_id") REFERENCES "recipients"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forms" ADD CONSTRAINT "forms_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_recipients" ADD CONSTRAINT "form_recipients_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_recipients" ADD CONSTRAINT "form_recipients_workspace_id_recipient_id_fkey" FOREIGN KEY ("workspace_id", "recipient_id") REFERENCES "recipients"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rejected_submissions" ADD CONSTRAINT "rejected_submissions_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "turnstile_widgets" ADD CONSTRAINT "turnstile_widgets_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routings" ADD CONSTRAINT "routings_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autoresponders" ADD CONSTRAINT "autoresponders_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autoresponders" ADD CONSTRAINT "autoresponders_workspace_id_reply_recipient_id_fkey" FOREIGN KEY ("workspace_id", "reply_recipient_id") REFERENCES "recipients"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_slots" ADD CONSTRAINT "reply_slots_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_opt_outs" ADD CONSTRAINT "reply_opt_outs_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_parts" ADD CONSTRAINT "search_parts_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objects" ADD CONSTRAINT "objects_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_workspace_id_submission_id_fkey" FOREIGN KEY ("workspace_id", "submission_id") REFERENCES "submissions"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_workspace_id_object_id_fkey" FOREIGN KEY ("workspace_id", "object_id") REFERENCES "objects"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_slots" ADD CONSTRAINT "usage_slots_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_counts" ADD CONSTRAINT "message_counts_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_slots" ADD CONSTRAINT "storage_slots_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allowance_notices" ADD CONSTRAINT "allowance_notices_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_workspace_id_submission_id_fkey" FOREIGN KEY ("workspace_id", "submission_id") REFERENCES "submissions"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_workspace_id_webhook_id_fkey" FOREIGN KEY ("workspace_id", "webhook_id") REFERENCES "webhooks"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_workspace_id_delivery_id_fkey" FOREIGN KEY ("workspace_id", "delivery_id") REFERENCES "deliveries"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "captured_emails" ADD CONSTRAINT "captured_emails_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on: what Prisma's schema can't express.

-- Closed sets.
ALTER TABLE workspaces ADD CHECK (plan IN ('starter', 'team', 'scale'));
ALTER TABLE forms ADD CHECK (status IN ('active', 'paused'));
ALTER TABLE webhooks ADD CHECK (health IN ('healthy', 'failing', 'suspended'));
ALTER TABLE objects ADD CHECK (status IN ('pending', 'stored', 'deleting'));
ALTER TABLE data_requests ADD CHECK (kind IN ('person_export', 'person_erasure', 'workspace_export'));
ALTER TABLE submissions
  ADD CHECK (folder IN ('inbox', 'archive', 'spam')),
  ADD CHECK (spam_reason IN ('honeypot', 'manual')),
  ADD CHECK (visitor_reply_status IN ('not_eligible', 'queued', 'suppressed'));
ALTER TABLE message_counts ADD CHECK (folder IN ('inbox', 'archive', 'spam'));
ALTER TABLE deliveries
  ADD CHECK (channel IN ('email', 'webhook')),
  ADD CHECK (status IN ('queued', 'sending', 'retrying', 'delivered', 'failed', 'uncertain', 'cancelled')),
  ADD CHECK (series_trigger IN ('automatic', 'manual', 'test')),
  ADD CHECK (channel = 'email' OR (webhook_id IS NOT NULL AND revision IS NOT NULL AND body IS NOT NULL)),
  ADD CHECK (channel = 'webhook' OR email IS NOT NULL),
  -- Only what is under way has a place in the queue.
  ADD CHECK ((due_at IS NOT NULL) = (status IN ('queued', 'sending', 'retrying')));
ALTER TABLE attempts
  ADD CHECK (trigger IN ('automatic', 'manual', 'test')),
  ADD CHECK (outcome IN ('pending', 'sent', 'failed', 'uncertain', 'succeeded', 'http_error',
    'redirect_refused', 'timeout', 'connection_failed', 'tls_failed', 'dns_failed', 'address_blocked',
    'interrupted'));

-- A form has one webhook. Deleted ones wait for maintenance.
CREATE UNIQUE INDEX webhooks_current_idx ON webhooks (workspace_id, form_id) WHERE deleted_at IS NULL;

-- Partial indexes keep most rows, and so most inserts, out.
CREATE INDEX submissions_unread_idx ON submissions (workspace_id, folder, received_at DESC, id DESC) WHERE NOT is_read;
CREATE INDEX submissions_form_unread_idx ON submissions (workspace_id, form_id, folder, received_at DESC, id DESC) WHERE NOT is_read;
CREATE INDEX submissions_expires_idx ON submissions (expires_at) WHERE expires_at IS NOT NULL;
-- How much a form's honeypot stores, read at each hit.
CREATE INDEX submissions_honeypot_idx ON submissions (workspace_id, form_id) INCLUDE (text_bytes) WHERE spam_reason = 'honeypot';
CREATE INDEX objects_unstored_idx ON objects (status, created_at) WHERE status <> 'stored';
CREATE INDEX attachments_expiring_idx ON attachments (expires_at) WHERE object_id IS NOT NULL;

-- The queue: what is due, by whose turn it is.
CREATE INDEX deliveries_queue_idx ON deliveries (channel, workspace_id, concurrency_key, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_due_idx ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_claimed_idx ON deliveries (workspace_id, channel) WHERE claim_token IS NOT NULL;
CREATE INDEX deliveries_submission_idx ON deliveries (workspace_id, submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX deliveries_webhook_idx ON deliveries (workspace_id, webhook_id, created_at DESC, id DESC) WHERE webhook_id IS NOT NULL;
-- Deliveries about no submission have a retention of their own; the others go with theirs.
CREATE INDEX deliveries_alone_idx ON deliveries (created_at) WHERE submission_id IS NULL;

-- Slots of past days, which maintenance folds into one.
CREATE INDEX usage_slots_unfolded_idx ON usage_slots (day) WHERE slot <> 0;

-- Rows that are updated in place: room on the page keeps those updates HOT.
ALTER TABLE usage_slots SET (fillfactor = 50);
ALTER TABLE message_counts SET (fillfactor = 50);
ALTER TABLE storage_slots SET (fillfactor = 50);
ALTER TABLE deliveries SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Single IDs are read out of the whole, so it isn't compressed; the other rows stay within their page.
ALTER TABLE search_parts ALTER COLUMN submission_ids SET STORAGE EXTERNAL;
ALTER TABLE search_lists SET (toast_tuple_target = 8160);

-- Intake only accepts under the version of the form that it read, so every change raises it.
CREATE FUNCTION raise_form_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER forms_version BEFORE UPDATE ON forms FOR EACH ROW EXECUTE FUNCTION raise_form_version();

-- Submissions per form and folder. The accepting statement counts what it adds; triggers count moves and
-- deletions, which happen in many places. The slot is the connection's own, so that no two wait for each
-- other. Moved submissions go to the search backlog until they're indexed again; a row that is already
-- there is updated, so that an indexing under way sees that what it read has changed.
CREATE FUNCTION count_submissions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
  INSERT INTO search_backlog (workspace_id, received_at, submission_id)
  SELECT a.workspace_id, a.received_at, a.id FROM added a JOIN removed r USING (workspace_id, id)
  WHERE a.folder <> r.folder ORDER BY 1, 2, 3
  ON CONFLICT (workspace_id, received_at, submission_id) DO UPDATE
  SET submission_id = EXCLUDED.submission_id;
  RETURN NULL;
END $$;
-- The counts of a form that is deleted with its submissions are deleted too: the join leaves it out.
CREATE FUNCTION count_submissions_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes)
  SELECT r.workspace_id, r.form_id, r.folder, pg_backend_pid() % 16, -count(*),
    -count(*) FILTER (WHERE NOT r.is_read), -sum(r.text_bytes)
  FROM removed r JOIN forms f ON f.workspace_id = r.workspace_id AND f.id = r.form_id
  GROUP BY r.workspace_id, r.form_id, r.folder ORDER BY r.workspace_id, r.form_id, r.folder
  ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes;
  DELETE FROM search_backlog b USING removed r
  WHERE b.workspace_id = r.workspace_id AND b.received_at = r.received_at AND b.submission_id = r.id;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_changed AFTER UPDATE ON submissions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_submissions_changed();
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

-- A segment's rows have no foreign key, which each of thousands of rows would check.
CREATE FUNCTION remove_search_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_bitmaps WHERE workspace_id = OLD.workspace_id AND part_id = OLD.id;
  DELETE FROM search_lists WHERE workspace_id = OLD.workspace_id AND part_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_parts_removed AFTER DELETE ON search_parts
  FOR EACH ROW EXECUTE FUNCTION remove_search_rows();

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
