import { createTarget, median, openBench } from "#lab/bench/open-bench";
import { usageOf } from "#lab/bench/processes";
import type { FieldPairs } from "#lib/core/fields/fields";

/**
 * `npm run bench:accept`: the accepting statement against a function of plain statements that stores the same
 * rows, in CPU time of PostgreSQL for each submission, one and 32 at a time. Both run on one connection, interleaved.
 * The function knows what most submissions need: a form's version, the allowance, a key, an email, and the counters.
 * What it lacks (spam, files, events, auto-replies) would only make it slower. Linux only.
 */
const SIZES = [1, 32];
const ROUNDS = 5;
const SUBMISSIONS = 1_600;

const ROW = `ord int, id uuid, workspace_id uuid, form_id uuid, version int, folder text, fields json, name text, email text,
  preview text, search_text text, text_bytes int, unused_fields text[], guessed_charset text, is_text_form boolean,
  invalid_fields jsonb, context jsonb, judgment jsonb, spam_points int, is_suspected boolean, hold_ms int,
  retention_days int, plan jsonb, reply_status text, reply_reason text, key text, content_hash text,
  key_lifetime_ms int, emails json`;

const FUNCTION = `
CREATE FUNCTION bench_accept(allowances jsonb, margin int, rows json)
RETURNS TABLE (ord int, allowance int, accepted int, received_at timestamptz, outcome text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  s record;
  at timestamptz := stamp_submission();
  today date := (at AT TIME ZONE 'UTC')::date;
  room int;
  used int;
BEGIN
  FOR s IN SELECT * FROM json_to_recordset(rows) AS s(${ROW}) LOOP
    PERFORM FROM forms f WHERE f.workspace_id = s.workspace_id AND f.id = s.form_id
      AND f.version = s.version AND f.status = 'active' AND f.deleted_at IS NULL;
    IF NOT FOUND THEN
      RETURN QUERY SELECT s.ord, NULL::int, NULL::int, at, 'form_changed'; CONTINUE;
    END IF;
    SELECT (allowances ->> w.plan)::int INTO room FROM workspaces w WHERE w.id = s.workspace_id;
    SELECT coalesce(sum(u.accepted), 0)::int + 1 INTO used FROM usage_slots u
      WHERE u.workspace_id = s.workspace_id AND u.day >= date_trunc('month', today)::date AND u.day <= today;
    IF used > room - margin THEN
      RETURN QUERY SELECT s.ord, room, used, at, 'allowance_exceeded'; CONTINUE;
    END IF;
    IF s.key IS NOT NULL THEN
      INSERT INTO idempotency_keys AS k
        (workspace_id, form_id, key, content_hash, submission_id, received_at, expires_at)
      VALUES (s.workspace_id, s.form_id, s.key, decode(s.content_hash, 'hex'), s.id, at,
        at + s.key_lifetime_ms * interval '1 millisecond')
      ON CONFLICT (workspace_id, form_id, key) DO UPDATE
      SET content_hash = EXCLUDED.content_hash, submission_id = EXCLUDED.submission_id,
        received_at = EXCLUDED.received_at, expires_at = EXCLUDED.expires_at
      WHERE k.expires_at <= EXCLUDED.received_at;
      IF NOT FOUND THEN
        RETURN QUERY SELECT s.ord, room, used, at, 'key_taken'; CONTINUE;
      END IF;
    END IF;
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, name, email, preview, search_text,
      text_bytes, unused_fields, guessed_charset, is_text_form, invalid_fields, context, judgment, spam_points,
      is_suspected, expires_at, attachment_count, plan, visitor_reply_status, visitor_reply_reason)
    VALUES (s.id, s.workspace_id, s.form_id, s.folder, at, s.fields, s.name, s.email, s.preview, s.search_text,
      s.text_bytes, s.unused_fields, s.guessed_charset, s.is_text_form, s.invalid_fields, s.context, s.judgment,
      s.spam_points, s.is_suspected, at + s.retention_days * interval '1 day', 0, s.plan, s.reply_status, s.reply_reason);
    INSERT INTO deliveries (workspace_id, id, channel, submission_id, recipient_id, kind, email, status, dedupe_key,
      concurrency_key, created_at, next_attempt_at, due_at)
    SELECT s.workspace_id, m.id, 'email', s.id, m.recipient_id, m.kind, m.email, 'queued', m.dedupe_key,
      '00000000-0000-0000-0000-000000000000', at, due.at, due.at
    FROM json_to_recordset(s.emails) AS m(id uuid, kind text, recipient_id uuid, email text, dedupe_key uuid),
      LATERAL (SELECT at + s.hold_ms * interval '1 millisecond' AS at) due;
    INSERT INTO usage_slots AS u (workspace_id, day, slot, accepted, spam)
    VALUES (s.workspace_id, today, pg_backend_pid() % 16, 1, 0)
    ON CONFLICT (workspace_id, day, slot) DO UPDATE SET accepted = u.accepted + 1;
    INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes, held)
    VALUES (s.workspace_id, s.form_id, s.folder, pg_backend_pid() % 16, 1, 1, s.text_bytes, 0)
    ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
    SET total = c.total + 1, unread = c.unread + 1, text_bytes = c.text_bytes + EXCLUDED.text_bytes;
    RETURN QUERY SELECT s.ord, room, used, at, 'stored';
  END LOOP;
END $$`;

const bench = await openBench();
const { client } = bench;

/** Returns what makes submissions as intake does. */
async function preparedDrafts(notifies: boolean) {
  const { form } = await createTarget(client, { notifies });
  const { findOpenForm, visitorContext } = await import("#lib/domain/intake/open-form");
  const { draftSubmission } = await import("#lib/domain/intake/draft-submission");
  const open = await findOpenForm(form.publicKey);
  if (!open) throw new Error("the form doesn't exist");
  const ctx = visitorContext(open, new Date());
  const text = "I would like to know more about your work. ".repeat(4);
  const content = {
    fields: [
      ["name", "Ada Lovelace"],
      ["email", "ada@example.com"],
      ["message", text],
    ] as FieldPairs,
    unusedFields: [],
    spam: null,
    judged: null,
    sender: { name: "Ada Lovelace", email: "ada@example.com" },
    replyWords: null,
    isChallengePassed: false,
    ownChallenge: null,
    hasSignals: false,
    files: [],
    repeatKey: null,
  };
  return (size: number) =>
    Promise.all(Array.from({ length: size }, () => draftSubmission(ctx, open, content)));
}

type Way = "statement" | "function";

async function measure(way: Way, size: number, notifies: boolean): Promise<number> {
  const { acceptQuery } = await import("#lib/domain/intake/accept-statement");
  const draft = await preparedDrafts(notifies);
  const batches = await Promise.all(Array.from({ length: SUBMISSIONS / size }, () => draft(size)));
  const queries = batches.map((drafts) => {
    const query = acceptQuery(drafts, 0);
    if (way === "statement") return query;
    const rows = JSON.stringify(drafts.map((one, ord) => ({ ord, ...one })));
    return {
      text: "SELECT * FROM bench_accept($1, $2, $3)",
      values: [...query.values.slice(0, 2), rows],
    };
  });
  const before = usageOf(bench.databasePid).cpuSeconds;
  for (const { text, values } of queries) {
    const { rows } = await client.query({ name: `${way} ${size}`, text, values });
    if (rows.some(({ outcome }) => outcome !== "stored")) throw new Error("not all were stored");
  }
  return ((usageOf(bench.databasePid).cpuSeconds - before) * 1e6) / SUBMISSIONS;
}

try {
  await client.query(FUNCTION);
  for (const notifies of [false, true])
    for (const size of SIZES) {
      const micros: Record<Way, number[]> = { statement: [], function: [] };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const way of ["statement", "function"] as const)
          micros[way].push(await measure(way, size, notifies));
      const cells = [
        `${size} at a time${notifies ? ", with an email" : ""}`,
        `statement ${Math.round(median(micros.statement))} µs`,
        `function ${Math.round(median(micros.function))} µs`,
      ];
      console.log(cells.join("\t"));
    }
} finally {
  await bench.stop();
}
