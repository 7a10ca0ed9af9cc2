import { connect, createServer } from "node:net";
import pg from "pg";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openPool } from "#lib/db/open-pool";
import { SubmissionSummary } from "#lib/submissions/schema";
import { getUsage } from "#lib/usage/get-usage";
import { callApi, pageOfAnswer } from "#tests/support/contract/api";
import {
  contextAt,
  createApiForm,
  createForm,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { listen } from "#tests/support/twins/listen";

// The database's time zone is far from UTC.
const database = new URL(process.env.DATABASE_URL ?? "").pathname;
const direct = new URL(database, inject("serverUrl")).href;

/** The default time zone of a database session. */
async function withDefaults(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

beforeAll(() =>
  withDefaults(`ALTER DATABASE ${database.slice(1)} SET timezone TO 'Pacific/Kiritimati'`),
);

test("the database's time zone doesn't affect usage months", async () => {
  expect(await withDefaults("SHOW TimeZone")).toEqual([{ TimeZone: "Pacific/Kiritimati" }]);
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  for (const time of [
    "2026-01-31T23:59:59.999Z",
    "2026-02-01T00:00:00.000Z",
    "2026-02-28T23:59:59.999Z",
  ])
    await createSubmission(workspace, form, { receivedAt: new Date(time) });
  for (const [time, accepted] of [
    ["2026-01-31T12:00:00Z", 1],
    ["2026-02-28T23:00:00Z", 2],
  ] as const)
    expect(await getUsage(contextAt(workspace, new Date(time)))).toMatchObject({ accepted });
});

test("the database's time zone doesn't affect submissions and pagination", async () => {
  const { workspace, token, form } = await createApiForm();
  const expiresAt = new Date(Date.now() + 1000 * 60);
  const start = Date.now() - 10_000;
  const ids: string[] = [];
  for (const offset of [2, 1, 0]) {
    const receivedAt = new Date(start + offset);
    ids.push((await createSubmission(workspace, form, { receivedAt, expiresAt })).id);
  }
  const list = async (query: Record<string, string>) =>
    pageOfAnswer(await callApi("GET", "/v1/submissions", { token, query }), SubmissionSummary);
  const first = await list({ limit: "1" });
  expect(first.data).toMatchObject([{ id: ids[0], receivedAt: start + 2 }]);
  const rest = await list({ limit: "2", cursor: first.nextCursor ?? "" });
  expect(rest).toMatchObject({ data: [{ id: ids[1] }, { id: ids[2] }], nextCursor: null });
});

/** A pooler with a fixed time zone of its own. */
async function startStubbornPooler(): Promise<string> {
  const url = new URL(direct);
  const upstream = { host: url.hostname, port: Number(url.port) };
  const proxy = createServer((client) => {
    const server = connect(upstream);
    client.once("data", (startup) => {
      server.write(startup.toString("latin1").replace("TimeZone\0UTC", "TimeZone\0EST"), "latin1");
      client.pipe(server);
    });
    server.pipe(client);
  });
  onTestFinished(() => void proxy.close());
  url.port = String(await listen(proxy));
  return url.href;
}

test("runs no query through a pooler that ignores the time zone, and names it in the error", async () => {
  const stubborn = openPool(await startStubbornPooler(), {
    max: 1,
    connectMs: 5_000,
    silenceMs: 5_000,
  });
  await expect(stubborn.query("SELECT 1")).rejects.toThrow(/^DATABASE_URL: the time zone is EST,/);
  await stubborn.end();
});
