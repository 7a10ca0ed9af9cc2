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

    CONSTRAINT "data_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "data_requests_workspace_id_started_at_id_idx" ON "data_requests"("workspace_id", "started_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
