-- CreateTable
CREATE TABLE "reply_slots" (
    "form_id" UUID NOT NULL,
    "address_hash" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_slots_pkey" PRIMARY KEY ("form_id","address_hash")
);

-- CreateTable
CREATE TABLE "reply_opt_outs" (
    "workspace_id" UUID NOT NULL,
    "address_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_opt_outs_pkey" PRIMARY KEY ("workspace_id","address_hash")
);

-- CreateIndex
CREATE INDEX "reply_slots_workspace_id_taken_at_idx" ON "reply_slots"("workspace_id", "taken_at");

-- CreateIndex
CREATE INDEX "reply_slots_taken_at_idx" ON "reply_slots"("taken_at");

-- AddForeignKey
ALTER TABLE "reply_slots" ADD CONSTRAINT "reply_slots_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_opt_outs" ADD CONSTRAINT "reply_opt_outs_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Takes the slot of one reply, or says why there is none: opted_out or rate_limited. Called inside the
-- statement that accepts a message. One at a time per workspace until that statement is committed; and
-- as every query in here looks anew (READ COMMITTED), it sees what the one before has taken.
CREATE FUNCTION take_reply_slot(
  for_workspace uuid, for_form uuid, to_address text, at_time timestamptz,
  per_address interval, per_hour int
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('replies:' || for_workspace, 0));
  PERFORM FROM reply_opt_outs o
  WHERE o.workspace_id = for_workspace AND o.address_hash = to_address;
  IF FOUND THEN
    RETURN 'opted_out';
  END IF;
  PERFORM FROM reply_slots s
  WHERE s.form_id = for_form AND s.address_hash = to_address AND s.taken_at > at_time - per_address;
  IF FOUND OR per_hour <= (
    SELECT count(*) FROM reply_slots s
    WHERE s.workspace_id = for_workspace AND s.taken_at > at_time - interval '1 hour'
  ) THEN
    RETURN 'rate_limited';
  END IF;
  INSERT INTO reply_slots (form_id, address_hash, workspace_id, taken_at)
  VALUES (for_form, to_address, for_workspace, at_time)
  ON CONFLICT (form_id, address_hash) DO UPDATE SET taken_at = EXCLUDED.taken_at;
  RETURN NULL;
END $$;
