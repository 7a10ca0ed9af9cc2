-- Browsers in which a user has signed in. Their cookie holds a secret; only its hash is stored.
CREATE TABLE "known_browsers" (
    "hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("hash","user_id")
);

CREATE INDEX "known_browsers_user_id_last_seen_at_idx" ON "known_browsers"("user_id", "last_seen_at");
CREATE INDEX "known_browsers_last_seen_at_idx" ON "known_browsers"("last_seen_at");

ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A password reset revokes the tokens that the user created.
CREATE INDEX "tokens_created_by_idx" ON "tokens"("created_by");
