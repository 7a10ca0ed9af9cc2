-- CreateIndex
CREATE INDEX "captured_emails_created_at_idx" ON "captured_emails"("created_at");

-- Mails that are not about a message, which ends its own with it: the few rows that retention looks at.
CREATE INDEX email_deliveries_notices_idx ON email_deliveries (created_at) WHERE submission_id IS NULL;
