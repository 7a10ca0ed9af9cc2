import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { SubmissionSummary } from "#lib/submissions/schema";
import { getUsage } from "#lib/usage/get-usage";
import { callApi, pageOfAnswer } from "#tests/support/api";
import { contextAt, createForm, createToken, createWorkspace } from "#tests/support/factories";
import { createSubmission } from "#tests/support/message-factories";

// A database whose own time zone is far from UTC, as somebody's server may be set up.
process.env.DATABASE_URL += "?options=-c%20TimeZone%3DPacific/Kiritimati";

test("the database's time zone moves no month", async () => {
  const [row] = await db().$queryRaw<
    { zone: string }[]
  >`SELECT reset_val AS zone FROM pg_settings WHERE name = 'TimeZone'`;
  expect(row?.zone).toBe("Pacific/Kiritimati");
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

test("the database's time zone moves no message and no page", async () => {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace);
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
