-- DropIndex
DROP INDEX "outbox_workspace_id_kind_due_at_idx";

-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "lane" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- CreateIndex
CREATE INDEX "outbox_kind_workspace_id_lane_due_at_idx" ON "outbox"("kind", "workspace_id", "lane", "due_at");

-- Events that wait already take the lane of their webhook.
UPDATE outbox o SET lane = d.webhook_id FROM webhook_deliveries d WHERE d.id = o.subject_id AND o.kind = 'webhook';
