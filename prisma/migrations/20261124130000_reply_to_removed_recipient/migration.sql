-- An auto-reply that is off keeps its text when its reply-to recipient is removed. One that is on still keeps
-- the recipient: the removal checks that.
ALTER TABLE "autoresponders" DROP CONSTRAINT "autoresponders_workspace_id_reply_recipient_id_fkey";
