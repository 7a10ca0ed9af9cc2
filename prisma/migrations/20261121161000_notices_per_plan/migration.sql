-- A notice is about a share of one plan's allowance. Those that were sent were about the plan of then,
-- which is, but for a change of this month, the plan of now.
ALTER TABLE "allowance_notices" ADD COLUMN "allowance" INTEGER;
UPDATE allowance_notices n SET allowance = CASE w.plan
  WHEN 'starter' THEN 1000 WHEN 'team' THEN 10000 ELSE 100000 END
FROM workspaces w WHERE w.id = n.workspace_id;
ALTER TABLE "allowance_notices" ALTER COLUMN "allowance" SET NOT NULL,
DROP CONSTRAINT "allowance_notices_pkey",
ADD CONSTRAINT "allowance_notices_pkey" PRIMARY KEY ("workspace_id", "month", "percent", "allowance");
