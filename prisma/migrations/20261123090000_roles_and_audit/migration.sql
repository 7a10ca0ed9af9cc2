-- The address is the user's: they followed a link sent to it.
ALTER TABLE "users" ADD COLUMN "verified_at" TIMESTAMPTZ(3);

-- Everyone who signed up before there were roles owns their workspace.
ALTER TABLE "memberships"
  ADD COLUMN "role" TEXT NOT NULL DEFAULT 'owner' CHECK ("role" IN ('owner', 'member'));

-- Null until the user proves again who they are; until then the sign-in counts.
ALTER TABLE "sessions" ADD COLUMN "proven_at" TIMESTAMPTZ(3);

-- The user who created it, even if their account is gone.
ALTER TABLE "tokens" ADD COLUMN "created_by" UUID;

CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL CHECK ("actor_kind" IN ('user', 'token', 'visitor', 'system')),
    "actor_id" UUID,
    "actor_name" TEXT,
    "subject_id" TEXT,
    "subject_name" TEXT,
    "details" JSONB,
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("workspace_id","id")
);

CREATE INDEX "audit_entries_workspace_id_at_id_idx" ON "audit_entries"("workspace_id", "at" DESC, "id" DESC);
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");

ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
