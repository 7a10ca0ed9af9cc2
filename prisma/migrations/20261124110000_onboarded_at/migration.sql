-- When the first steps of a workspace were found done. Null until its dashboard is opened the next time.
ALTER TABLE "workspaces" ADD COLUMN "onboarded_at" TIMESTAMPTZ(3);
