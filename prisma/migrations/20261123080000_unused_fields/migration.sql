-- Null, which takes no space, for nearly every submission.
ALTER TABLE "submissions" ADD COLUMN "unused_fields" TEXT[];
