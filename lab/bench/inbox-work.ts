import { performance } from "node:perf_hooks";
import type pg from "pg";
import { fillForms, inBulk, vacuum } from "#lab/bench/inbox-data";
import { NO_LIMITS, openBench, quantile } from "#lab/bench/open-bench";

/**
 * The list as the dashboard asks for it, in workspaces with 10,000 messages each: one that nobody works through, one where a third
 * is answered, half is assigned, and a third has notes, and one where all but the oldest 40 are done. Ratios are to the
 * list of the first.
 */
const TOTAL = 10_000;
const LEFT = 40;
const ROUNDS = 200;
const WARM_UP = 30;
const MEMBERS = 4;

type Subject = { id: string; formIds: string[]; members: readonly string[]; cookie: string };

const LIST = "/api/account/submissions?folder=inbox";
const mine = ({ members }: Subject) => `&assigneeId=${members[0]}`;
const SCENARIOS: readonly [name: string, more: (subject: Subject) => string][] = [
  ["list", () => ""],
  ["one form", ({ formIds }) => `&formId=${formIds[1]}`],
  ["mine", mine],
  ["mine, not answered", (subject) => `${mine(subject)}&answered=false`],
  ["unassigned", () => "&assigneeId=none"],
  ["answered", () => "&answered=true"],
  ["not answered", () => "&answered=false"],
  ["not answered, unassigned", () => "&answered=false&assigneeId=none"],
  ["not answered, one form", ({ formIds }) => `&answered=false&formId=${formIds[1]}`],
  ["with notes", () => "&hasNotes=true"],
  ["without notes", () => "&hasNotes=false"],
  ["search: common (delivery)", () => "&search=delivery"],
  ["search: common, mine", (subject) => `&search=delivery${mine(subject)}`],
  ["search: common, unassigned", () => "&search=delivery&assigneeId=none"],
  ["search: common, not answered", () => "&search=delivery&answered=false"],
];

const UNTOUCHED = [
  "answered=true",
  "answered=false",
  "assigneeId=none",
  "hasNotes=true",
  "hasNotes=false",
  "search=delivery",
];

/** A third is answered, half is assigned, a third has a note, each by its own chance; or all is done but the oldest. */
async function workThrough(
  client: pg.Client,
  { id, members }: Pick<Subject, "id" | "members">,
  { isDone }: { isDone: boolean },
): Promise<void> {
  await client.query("SELECT setseed(0.5)");
  await client.query(
    `WITH numbered AS (
      SELECT id, row_number() OVER (ORDER BY received_at) > $4 AS is_later,
        random() < 1.0 / 3 AS is_answered, random() < 0.5 AS is_assigned, 1 + floor(random() * $5)::int AS nth
      FROM submissions WHERE workspace_id = $1)
    UPDATE submissions s SET
      answered_at = CASE WHEN CASE WHEN $3 THEN is_later ELSE is_answered END THEN received_at + interval '1 hour' END,
      answered_by = CASE WHEN CASE WHEN $3 THEN is_later ELSE is_answered END THEN ($2::uuid[])[nth] END,
      assignee_id = CASE WHEN CASE WHEN $3 THEN is_later ELSE is_assigned END THEN ($2::uuid[])[nth] END,
      changed_at = received_at + interval '1 hour'
    FROM numbered n WHERE s.workspace_id = $1 AND s.id = n.id`,
    [id, members, isDone, LEFT, MEMBERS],
  );
  await client.query(
    `INSERT INTO notes (id, workspace_id, submission_id, text, author_id, created_at, updated_at)
    SELECT gen_random_uuid(), workspace_id, id, 'I called them, and they would like an offer until Friday.', $2,
      received_at, received_at
    FROM submissions WHERE workspace_id = $1 AND random() < 1.0 / 3`,
    [id, members[0]],
  );
  await client.query(
    `UPDATE submissions s SET has_notes = true WHERE s.workspace_id = $1
      AND EXISTS (SELECT FROM notes n WHERE n.workspace_id = s.workspace_id AND n.submission_id = s.id)`,
    [id],
  );
}

/** Measures, and prints milliseconds at the client. */
export async function measureWork(): Promise<void> {
  const bench = await openBench();
  try {
    const { createForm, createWorkspace } = await import("#tests/support/factories/factories");
    const { addMember } = await import("#tests/support/factories/member-factories");
    const { signedIn } = await import("#tests/support/factories/account-factories");
    const create = async (): Promise<Subject> => {
      const workspace = await createWorkspace({ plan: "scale" });
      const forms = [await createForm(workspace), await createForm(workspace)];
      const formIds = [...forms, await createForm(workspace)].map(({ id }) => id);
      const members = [workspace.user.id];
      while (members.length < MEMBERS) members.push((await addMember(workspace, "member")).user.id);
      const { cookie = "" } = await signedIn(workspace);
      return { id: workspace.id, formIds, members, cookie };
    };
    const [untouched, worked, done] = [await create(), await create(), await create()];
    await inBulk(bench.databaseUrl, async (client) => {
      for (const subject of [untouched, worked, done]) await fillForms(client, subject, TOTAL);
      await workThrough(client, worked, { isDone: false });
      await workThrough(client, done, { isDone: true });
    });
    await vacuum(bench.databaseUrl);
    const { url } = await bench.runService(NO_LIMITS);
    const origin = new URL(url).origin;
    const timeOf = async (subject: Subject, path: string): Promise<number> => {
      const startedAt = performance.now();
      const response = await fetch(`${origin}${path}`, { headers: { cookie: subject.cookie } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
      return performance.now() - startedAt;
    };
    const asked = [
      { name: "untouched: list", subject: untouched, path: LIST },
      ...UNTOUCHED.map((more) => ({
        name: `untouched: ${more}`,
        subject: untouched,
        path: `${LIST}&${more}`,
      })),
      ...[worked, done].flatMap((subject) =>
        SCENARIOS.map(([name, more]) => ({
          name: `${subject === worked ? "worked" : "done"}: ${name}`,
          subject,
          path: LIST + more(subject),
        })),
      ),
    ].map((each) => ({ ...each, times: [] as number[] }));
    // What comes after a search is slower, so each round has another order.
    for (let round = -WARM_UP; round < ROUNDS; round += 1)
      for (const { subject, path, times } of asked.toSorted(() => Math.random() - 0.5)) {
        const time = await timeOf(subject, path);
        if (round >= 0) times.push(time);
      }
    const base = quantile(asked[0]?.times ?? [], 0.5);
    for (const { name, times } of asked) {
      const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
      const cells = [p50.toFixed(2), p95.toFixed(2), `×${(p50 / base).toFixed(2)}`];
      console.log([name.padEnd(38), ...cells].join("\t"));
    }
  } finally {
    await bench.stop();
  }
}
