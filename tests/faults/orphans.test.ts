import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { objectKey } from "#lib/domain/submissions/store";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { isFullDrill, noteFigures } from "#tests/support/drills/figures";
import { untilOrLater } from "#tests/support/drills/gate";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { countedFileBytes } from "#tests/support/factories/message-factories";
import { startS3Twin, TEST_BUCKET } from "#tests/support/twins/s3-twin";
import { createTestClock } from "#tests/support/twins/test-clock";

const VISITOR = fileURLToPath(new URL("../support/drills/upload-visitor.ts", import.meta.url));
const KILLS = isFullDrill ? 100 : 12;
const VISITORS_EACH = 3;
const LIMIT_MS = 20_000;
/** Longer than a write can be in progress. */
const LATER_MS = 2 * 3_600_000;
/** The moments at which a process is killed. At the last two, files are stored but the submission isn't. */
const MOMENTS = ["arrived", "stored", "committing"] as const;

/** Called when the store reaches a moment; a killed process gets no response. */
let onMoment: (moment: "arrived" | "stored") => Promise<void> = async () => undefined;
const twin = await startS3Twin(TEST_BUCKET, (moment) => onMoment(moment));
Object.assign(process.env, {
  S3_ENDPOINT: twin.endpoint,
  S3_BUCKET: TEST_BUCKET.bucket,
  S3_REGION: TEST_BUCKET.region,
  S3_ACCESS_KEY_ID: TEST_BUCKET.accessKeyId,
  S3_SECRET_ACCESS_KEY: TEST_BUCKET.secretAccessKey,
});
const direct = new pg.Client({ connectionString: process.env.DATABASE_URL });
await direct.connect();
afterAll(async () => {
  await direct.end();
  await twin.stop();
});

/** Kills a process with some visitors at a moment. Returns the visitors that got a response. */
class Victim {
  readonly acknowledged: string[] = [];
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  constructor(publicKey: string, nth: number) {
    const url = new URL(process.env.DATABASE_URL ?? "");
    url.searchParams.set("application_name", "victim");
    const args = [publicKey, String(nth * VISITORS_EACH), String(VISITORS_EACH)];
    this.child = fork(VISITOR, args, {
      env: { ...process.env, DATABASE_URL: url.href },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    this.ended = once(this.child, "exit");
    this.child.on("message", ({ visitor, status }: { visitor: string; status: number }) => {
      if (status === 200) this.acknowledged.push(visitor);
    });
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }
}

/** Database sessions of a killed or running victim; `how` filters them. */
async function hasSessions(how = "true"): Promise<boolean> {
  // Not through the connection that holds the lock: within its transaction this view doesn't change.
  const { rows } = await pool().query(
    `SELECT FROM pg_stat_activity WHERE application_name = 'victim' AND ${how}`,
  );
  return rows.length > 0;
}

/** Kills the process while its INSERT waits for a lock; the statement then continues without it. */
async function killCommitting(publicKey: string, nth: number): Promise<string[]> {
  onMoment = async () => undefined;
  await direct.query("BEGIN");
  await direct.query("LOCK TABLE submissions IN SHARE MODE");
  const victim = new Victim(publicKey, nth);
  await untilOrLater(() => hasSessions("wait_event_type = 'Lock'"), LIMIT_MS);
  await victim.kill();
  await direct.query("COMMIT");
  return victim.acknowledged;
}

/** Kills the process when a file has arrived at the store or is stored. */
async function killWriting(
  publicKey: string,
  nth: number,
  at: "arrived" | "stored",
): Promise<string[]> {
  const isDead = Promise.withResolvers<void>();
  // Not always the first file, so that some submissions have all of their files stored.
  let left = nth % (2 * VISITORS_EACH);
  const victim = new Victim(publicKey, nth);
  onMoment = async (moment) => {
    if (moment !== at || left-- > 0) return;
    await victim.kill();
    isDead.resolve();
  };
  await isDead.promise;
  return victim.acknowledged;
}

test(`${KILLS} kills between writing files and the commit leave no orphans`, async ({ task }) => {
  const workspace = await createWorkspace({ plan: "scale" });
  const uploads = { enabled: true, retentionDays: 30 };
  const form = await createForm(workspace, { settings: { uploads } });
  const acknowledged: string[] = [];
  for (let nth = 0; nth < KILLS; nth += 1) {
    const moment = MOMENTS[nth % MOMENTS.length] ?? "stored";
    acknowledged.push(
      ...(moment === "committing"
        ? await killCommitting(form.publicKey, nth)
        : await killWriting(form.publicKey, nth, moment)),
    );
  }
  const before = twin.objects.size;
  await untilOrLater(async () => !(await hasSessions()), LIMIT_MS);

  await runMaintenance(createTestClock(new Date(Date.now() + LATER_MS)));
  const rows = await db().storedObject.findMany({ include: { attachments: true } });
  const bytes = [...twin.objects.values()].reduce((sum, { body }) => sum + body.byteLength, 0);
  const counted = await countedFileBytes(workspace.id);
  noteFigures(task, {
    drill: "Files during kills",
    tried: `${KILLS} kills between writing a file and the commit; ${before} files in the store afterwards`,
    came: `after maintenance, ${twin.objects.size} files and ${rows.length} rows; ${bytes} bytes stored, ${counted} counted`,
  });

  expect([...twin.objects.keys()].sort()).toEqual(
    rows.map(({ id }) => objectKey(workspace.id, id)).sort(),
  );
  for (const row of rows) expect(row).toMatchObject({ status: "stored", attachments: [{}] });
  expect(counted).toBe(bytes);
  const { rows: messages } = await pool().query<{ name: string; files: number }>(
    `SELECT name, (SELECT count(*)::int FROM attachments a WHERE a.submission_id = s.id) AS files
     FROM submissions s WHERE form_id = $1`,
    [form.id],
  );
  expect(messages.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
  expect(messages.filter(({ files }) => files !== 2)).toEqual([]);
}, 600_000);
