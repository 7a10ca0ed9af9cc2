-- CreateTable
CREATE TABLE "turnstile_widgets" (
    "form_id" UUID NOT NULL,
    "revision" UUID NOT NULL,
    "site_key" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "hostnames" TEXT[],
    "enabled" BOOLEAN NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "turnstile_widgets_pkey" PRIMARY KEY ("form_id")
);

-- CreateTable
CREATE TABLE "routings" (
    "form_id" UUID NOT NULL,
    "revision" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "rules" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "routings_pkey" PRIMARY KEY ("form_id")
);

-- CreateTable
CREATE TABLE "autoresponders" (
    "form_id" UUID NOT NULL,
    "revision" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "reply_recipient_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "autoresponders_pkey" PRIMARY KEY ("form_id")
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

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "revision" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "submission_id" UUID,
    "status" TEXT NOT NULL,
    "failure_reason" TEXT,
    "series_trigger" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER,
    "outcome" TEXT NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "response_truncated" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "autoresponders_reply_recipient_id_idx" ON "autoresponders"("reply_recipient_id");

-- CreateIndex
CREATE INDEX "webhooks_form_id_idx" ON "webhooks"("form_id");

-- CreateIndex
CREATE INDEX "webhooks_deleted_at_idx" ON "webhooks"("deleted_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_submission_id_idx" ON "webhook_deliveries"("submission_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempts_delivery_id_number_key" ON "webhook_attempts"("delivery_id", "number");

-- AddForeignKey
ALTER TABLE "turnstile_widgets" ADD CONSTRAINT "turnstile_widgets_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routings" ADD CONSTRAINT "routings_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autoresponders" ADD CONSTRAINT "autoresponders_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autoresponders" ADD CONSTRAINT "autoresponders_reply_recipient_id_fkey" FOREIGN KEY ("reply_recipient_id") REFERENCES "recipients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A form has one webhook; those that were deleted wait for maintenance.
CREATE UNIQUE INDEX webhooks_form_idx ON webhooks (form_id) WHERE deleted_at IS NULL;
-- Events that have not left: what a save, a rotation or a deletion cancels.
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (webhook_id) WHERE status IN ('queued', 'retrying');
