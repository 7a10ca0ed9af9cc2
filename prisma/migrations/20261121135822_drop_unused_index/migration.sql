-- DropIndex
DROP INDEX "email_deliveries_created_at_idx";
