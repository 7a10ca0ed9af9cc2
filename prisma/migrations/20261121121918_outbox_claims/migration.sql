-- DropIndex
DROP INDEX "attachments_expires_at_idx";

-- DropIndex
DROP INDEX "outbox_subject_id_idx";

-- DropIndex
DROP INDEX "outbox_workspace_id_due_at_idx";

-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "series_trigger" TEXT NOT NULL DEFAULT 'automatic';

-- CreateTable
CREATE TABLE "send_paces" (
    "kind" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "send_paces_pkey" PRIMARY KEY ("kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_subject_id_key" ON "outbox"("subject_id");

-- CreateIndex
CREATE INDEX "outbox_workspace_id_kind_due_at_idx" ON "outbox"("workspace_id", "kind", "due_at");

-- What a workspace has in flight: the few claimed rows, so that no insert pays for this index.
CREATE INDEX outbox_claimed_idx ON outbox (workspace_id, kind) WHERE claim_token IS NOT NULL;
-- Rows come and go all the time: the dead ones must not pile up before the oldest due one.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE outbox SET (autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 500);

-- Files that are still kept; those taken away stay out of the way of the next run.
CREATE INDEX attachments_expiring_idx ON attachments (expires_at) WHERE object_id IS NOT NULL;
