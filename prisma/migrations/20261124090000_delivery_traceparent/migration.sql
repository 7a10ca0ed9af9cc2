-- Null while tracing is off, and then it takes no space.
ALTER TABLE "deliveries" ADD COLUMN "traceparent" TEXT;
