-- When the next drain that a request triggers may start. Without a timer, many processes trigger drains.
ALTER TABLE "installation" ADD COLUMN "next_drain_at" TIMESTAMPTZ(3);
