-- Records of data exports and erasures name emails as everything else does.
UPDATE "data_requests"
SET "counts" = ("counts" - 'mails' - 'capturedMails')
  || CASE WHEN "counts" ? 'mails' THEN jsonb_build_object('emails', "counts" -> 'mails') ELSE '{}' END
  || CASE WHEN "counts" ? 'capturedMails'
    THEN jsonb_build_object('capturedEmails', "counts" -> 'capturedMails') ELSE '{}' END
WHERE "counts" ?| ARRAY['mails', 'capturedMails'];
