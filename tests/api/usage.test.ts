import { connect, createServer } from "node:net";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openPool } from "#lib/adapters/db/open-pool";
import { withClient } from "#lib/adapters/db/with-client";
import { SubmissionSummary } from "#lib/domain/submissions/schema";
import { getUsage, getUsageHistory } from "#lib/domain/usage/get-usage";
import { Usage } from "#lib/domain/usage/schema";
import { callApi, dataOf, pageOfAnswer } from "#tests/support/contract/api";
import {
  contextAt,
  createForm,
  createOwnForm,
  createToken,
  createWorkspace,
} from "#tests/support/factories/factories";
import {
  createAttachment,
  createSubmission,
  DEFAULT_TEXT_BYTES,
} from "#tests/support/factories/message-factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { listen } from "#tests/support/twins/listen";

// The database's time zone is far from UTC, which must not matter.
const database = new URL(process.env.DATABASE_URL ?? "").pathname;
const direct = new URL(database, inject("serverUrl")).href;

beforeAll(() =>
  withClient(direct, (client) =>
    client.query(`ALTER DATABASE ${database.slice(1)} SET timezone TO 'Pacific/Kiritimati'`),
  ),
);

test("a new workspace has no usage", async () => {
  const token = await createToken(await createWorkspace(), { scopes: ["usage:read"] });
  const usage = dataOf(await callApi("GET", "/v1/usage", { token }), 200, Usage);
  const now = new Date();
  expect(usage).toEqual({
    month: now.toISOString().slice(0, 7),
    periodStart: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1),
    periodEnd: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1),
    accepted: 0,
    spam: 0,
    held: 0,
    allowance: null,
    folders: {},
    storageBytes: 0,
  });
});

test.each([
  ["starter", 1_000],
  ["team", 10_000],
  ["scale", 100_000],
] as const)("the plan %s allows %d submissions a month", async (plan, allowance) => {
  const { ctx } = await createWorkspace({ plan });
  expect((await getUsage(ctx)).allowance, "without plans").toBeNull();
  changeSettings({ defaultPlan: "team" });
  expect(await getUsage(ctx)).toMatchObject({ allowance });
});

test("usage counts accepted and spam submissions, folders, and bytes of text and files", async () => {
  const { workspace, form } = await createOwnForm();
  await createSubmission(workspace, form);
  await createSubmission(workspace, form, { folder: "archive" });
  await createSubmission(workspace, await createForm(workspace));
  await createSubmission(workspace, form, { folder: "spam" });
  const withFiles = await createSubmission(workspace, form, {
    folder: "spam",
    spamReason: "manual",
  });
  await createAttachment(workspace, withFiles, { content: "12345" });
  await createAttachment(workspace, withFiles, { content: "123", object: "deleting" });
  const elsewhere = await createWorkspace();
  const foreign = await createSubmission(elsewhere, await createForm(elsewhere));
  await createAttachment(elsewhere, foreign);
  expect(await getUsage(contextAt(workspace, new Date()))).toMatchObject({
    accepted: 4,
    spam: 1,
    folders: { inbox: 2, archive: 1, spam: 2 },
    storageBytes: 8 + 5 * DEFAULT_TEXT_BYTES,
  });
});

test("usage covers a UTC calendar month, from the first millisecond to the last", async () => {
  const { workspace, form } = await createOwnForm();
  const times = [
    "2026-01-31T23:59:59.999Z",
    "2026-02-01T00:00:00.000Z",
    "2026-02-28T23:59:59.999Z",
    "2026-03-01T00:00:00.000Z",
  ];
  for (const time of times) await createSubmission(workspace, form, { receivedAt: new Date(time) });
  const at = (time: string) => getUsage(contextAt(workspace, new Date(time)));
  const february = {
    month: "2026-02",
    accepted: 2,
    periodStart: Date.UTC(2026, 1, 1),
    periodEnd: Date.UTC(2026, 2, 1),
  };
  expect(await at("2026-02-01T00:00:00.000Z")).toMatchObject(february);
  expect(await at("2026-02-28T23:59:59.999Z")).toMatchObject(february);
  expect(await at("2026-01-31T23:59:59.999Z")).toMatchObject({ month: "2026-01", accepted: 1 });
  expect(await at("2026-03-01T00:00:00.000Z")).toMatchObject({ month: "2026-03", accepted: 1 });
  expect(await at("2026-12-31T23:59:59.999Z")).toMatchObject({
    month: "2026-12",
    periodEnd: Date.UTC(2027, 0, 1),
    folders: { inbox: 4 },
  });
});

test("the usage history has every day of 12 UTC months, for this workspace only", async () => {
  const { workspace, form } = await createOwnForm();
  const receive = (time: string, folder: "inbox" | "spam" = "inbox") =>
    createSubmission(workspace, form, { receivedAt: new Date(time), folder });
  await receive("2025-03-31T23:59:59.999Z");
  await receive("2025-04-01T00:00:00.000Z");
  await receive("2026-02-28T23:59:59.999Z");
  await receive("2026-02-28T12:00:00.000Z", "spam");
  await receive("2026-03-31T23:59:59.999Z", "spam");
  const elsewhere = await createWorkspace();
  await createSubmission(elsewhere, await createForm(elsewhere), {
    receivedAt: new Date("2026-03-02T00:00:00.000Z"),
  });
  const history = await getUsageHistory(contextAt(workspace, new Date("2026-03-31T23:59:59.999Z")));
  const counts = history.map(({ month, accepted, spam }) => [month, accepted, spam]);
  expect(counts.filter(([, accepted, spam]) => accepted || spam)).toEqual([
    ["2025-04", 1, 0],
    ["2026-02", 1, 1],
    ["2026-03", 0, 1],
  ]);
  expect(history.map(({ days }) => days.length)).toEqual([
    30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28, 31,
  ]);
  expect(history[0]?.days[0]).toEqual({ day: "2025-04-01", accepted: 1, spam: 0 });
  expect(history[11]?.days[30]).toEqual({ day: "2026-03-31", accepted: 0, spam: 1 });
});

test("the database's time zone doesn't affect submissions and pagination", async () => {
  const { workspace, token, form } = await createOwnForm();
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
