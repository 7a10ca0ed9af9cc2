import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { AppError } from "#lib/core/errors";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { isFullDrill, noteFigures } from "#tests/support/drills/figures";
import { BusyWorkspace, pickByWeight } from "#tests/support/drills/random-work";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { answer, breakOff } from "#tests/support/twins/receiver";
import type { NextAnswer } from "#tests/support/twins/resend-twin";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const STEPS = isFullDrill ? 8_000 : 800;
const AT_ONCE = 14;
const HOUR_MS = 3_600_000;

Object.assign(process.env, {
  INTAKE_IP_RATE_LIMIT: "1000000",
  INTAKE_FORM_RATE_LIMIT: "1000000",
});
const live = setUpLiveEmail(10_000);

/** Runs this many random operations concurrently. Returns the errors; rejections don't count. */
async function doAtOnce({ works }: BusyWorkspace): Promise<string[]> {
  const wrong: string[] = [];
  let left = STEPS;
  async function worker(): Promise<void> {
    while (left-- > 0) {
      const [name, , run] = pickByWeight(works);
      try {
        await run();
      } catch (failure) {
        if (!(failure instanceof AppError && failure.status < 500))
          wrong.push(`${name}: ${failure}`);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return wrong;
}

/** Passes all the time that any work waits for. */
async function passAllTime({ clock }: BusyWorkspace): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    clock.advance(12 * HOUR_MS);
    await drainOutbox(clock);
  }
  await runMaintenance(clock);
}

/** Inconsistent rows, by the kind of inconsistency. */
async function findContradictions(): Promise<Record<string, number>> {
  const [row] = await db().$queryRaw<Record<string, number>[]>`SELECT
    (SELECT count(*)::int FROM deliveries WHERE due_at IS NOT NULL) AS owed,
    (SELECT count(*)::int FROM deliveries WHERE claim_token IS NOT NULL) AS claimed,
    (SELECT count(*)::int FROM attempts WHERE outcome = 'pending') AS "pending attempts",
    (SELECT count(*)::int FROM (
      SELECT form_id, folder, count(*) AS total, count(*) FILTER (WHERE NOT is_read) AS unread,
        sum(text_bytes) AS text_bytes
      FROM submissions GROUP BY 1, 2
    ) found FULL JOIN (
      SELECT form_id, folder, sum(total) AS total, sum(unread) AS unread,
        sum(text_bytes) AS text_bytes
      FROM message_counts GROUP BY 1, 2
    ) counted USING (form_id, folder)
    WHERE coalesce(found.total, 0) <> coalesce(counted.total, 0)
      OR coalesce(found.unread, 0) <> coalesce(counted.unread, 0)
      OR coalesce(found.text_bytes, 0) <> coalesce(counted.text_bytes, 0)) AS "wrong counts",
    (SELECT count(*)::int FROM objects WHERE status <> 'stored') AS "files not stored",
    ((SELECT coalesce(sum(bytes), 0) FROM storage_slots)
      - (SELECT coalesce(sum(size_bytes), 0) FROM objects))::int AS "wrong bytes"`;
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count !== 0));
}

/** The email provider's responses to the first calls; it accepts all later ones. */
function makeAnswers(count: number): NextAnswer[] {
  const answers = [{ status: 500 }, { status: 429 }, { status: 422 }, "break"] as const;
  const taken = { status: 200, body: { id: "taken" } };
  const pick = () => (Math.random() < 0.3 ? answers[Math.floor(Math.random() * 4)] : undefined);
  return Array.from({ length: count }, () => pick() ?? taken);
}

test("concurrent visitors, owners, and jobs don't block each other and leave consistent data", async ({
  task,
}) => {
  const busy = await BusyWorkspace.create();
  const replies = [answer(204), answer(204), answer(204), answer(500), answer(429), breakOff];
  receiver.reply((...given) => replies[Math.floor(Math.random() * replies.length)]?.(...given));
  live.twin.answerNext(...makeAnswers(STEPS));
  const wrong = await doAtOnce(busy);
  receiver.reply(answer(204));
  await passAllTime(busy);
  const contradictions = await findContradictions();
  noteFigures(task, {
    drill: "Everything at once",
    tried: `${STEPS} steps, ${AT_ONCE} at a time: submissions, drains, maintenance, moves, deletions, retries, webhook and form changes`,
    came: `${busy.acknowledged.length} submissions accepted; ${wrong.length} steps failed, ${Object.keys(contradictions).length} inconsistencies`,
  });
  expect({ wrong, contradictions }, JSON.stringify({ wrong, contradictions })).toEqual({
    wrong: [],
    contradictions: {},
  });
}, 600_000);
