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

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "user_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("user_id","workspace_id")
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

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "recipients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recipient_verifications" (
    "id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recipient_verifications_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "forms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "form_recipients" (
    "form_id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "form_recipients_pkey" PRIMARY KEY ("form_id","recipient_id")
);

-- CreateTable
CREATE TABLE "intake_refusals" (
    "form_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "intake_refusals_pkey" PRIMARY KEY ("form_id","minute","code","origin")
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
    "plan" JSONB NOT NULL,
    "visitor_reply_status" TEXT NOT NULL,
    "visitor_reply_reason" TEXT,

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "objects" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "objects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attachments" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "object_id" UUID,
    "position" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "form_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "submission_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("form_id","key")
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
    "form_id" UUID NOT NULL,
    "folder" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "total" INTEGER NOT NULL,
    "unread" INTEGER NOT NULL,

    CONSTRAINT "message_counts_pkey" PRIMARY KEY ("form_id","folder","slot")
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
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "allowance_notices_pkey" PRIMARY KEY ("workspace_id","month","percent")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_token" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_deliveries" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "submission_id" UUID,
    "recipient_id" UUID,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "sealed_data" BYTEA,
    "series_key" UUID NOT NULL,
    "series_started_at" TIMESTAMPTZ(3),
    "series_attempts" INTEGER NOT NULL DEFAULT 0,
    "sealed_payload" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "outcome" TEXT NOT NULL,
    "error" TEXT,

    CONSTRAINT "email_attempts_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "captured_emails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE INDEX "memberships_workspace_id_idx" ON "memberships"("workspace_id");

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
CREATE INDEX "recipient_verifications_recipient_id_idx" ON "recipient_verifications"("recipient_id");

-- CreateIndex
CREATE INDEX "recipient_verifications_expires_at_idx" ON "recipient_verifications"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "forms_public_key_key" ON "forms"("public_key");

-- CreateIndex
CREATE INDEX "forms_workspace_id_created_at_id_idx" ON "forms"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "forms_deleted_at_idx" ON "forms"("deleted_at");

-- CreateIndex
CREATE INDEX "form_recipients_recipient_id_idx" ON "form_recipients"("recipient_id");

-- CreateIndex
CREATE INDEX "intake_refusals_minute_idx" ON "intake_refusals"("minute");

-- CreateIndex
CREATE INDEX "submissions_workspace_id_received_at_id_idx" ON "submissions"("workspace_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "submissions_workspace_id_folder_received_at_id_idx" ON "submissions"("workspace_id", "folder", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "submissions_form_id_folder_received_at_id_idx" ON "submissions"("form_id", "folder", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "objects_workspace_id_idx" ON "objects"("workspace_id");

-- CreateIndex
CREATE INDEX "attachments_submission_id_position_idx" ON "attachments"("submission_id", "position");

-- CreateIndex
CREATE INDEX "attachments_object_id_idx" ON "attachments"("object_id");

-- CreateIndex
CREATE INDEX "attachments_expires_at_idx" ON "attachments"("expires_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "outbox_due_at_idx" ON "outbox"("due_at");

-- CreateIndex
CREATE INDEX "outbox_workspace_id_due_at_idx" ON "outbox"("workspace_id", "due_at");

-- CreateIndex
CREATE INDEX "outbox_subject_id_idx" ON "outbox"("subject_id");

-- CreateIndex
CREATE INDEX "email_deliveries_submission_id_idx" ON "email_deliveries"("submission_id");

-- CreateIndex
CREATE INDEX "email_deliveries_workspace_id_idx" ON "email_deliveries"("workspace_id");

-- CreateIndex
CREATE INDEX "email_deliveries_created_at_idx" ON "email_deliveries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_attempts_delivery_id_number_key" ON "email_attempts"("delivery_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "captured_emails_series_key_key" ON "captured_emails"("series_key");

-- CreateIndex
CREATE INDEX "captured_emails_workspace_id_created_at_id_idx" ON "captured_emails"("workspace_id", "created_at" DESC, "id" DESC);

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
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recipient_verifications" ADD CONSTRAINT "recipient_verifications_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forms" ADD CONSTRAINT "forms_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_recipients" ADD CONSTRAINT "form_recipients_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_recipients" ADD CONSTRAINT "form_recipients_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "intake_refusals" ADD CONSTRAINT "intake_refusals_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objects" ADD CONSTRAINT "objects_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "objects"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_slots" ADD CONSTRAINT "usage_slots_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_counts" ADD CONSTRAINT "message_counts_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_slots" ADD CONSTRAINT "storage_slots_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allowance_notices" ADD CONSTRAINT "allowance_notices_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_deliveries" ADD CONSTRAINT "email_deliveries_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_deliveries" ADD CONSTRAINT "email_deliveries_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_attempts" ADD CONSTRAINT "email_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "email_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "captured_emails" ADD CONSTRAINT "captured_emails_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
