-- Test events are about no message, with which the others end: the few rows that retention looks at.
CREATE INDEX webhook_deliveries_tests_idx ON webhook_deliveries (created_at) WHERE submission_id IS NULL;
