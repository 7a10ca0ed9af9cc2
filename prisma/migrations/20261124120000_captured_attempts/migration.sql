-- Outlives the captured email, which the test inbox keeps for 30 days.
ALTER TABLE "attempts" ADD COLUMN "is_captured" BOOLEAN NOT NULL DEFAULT false;
